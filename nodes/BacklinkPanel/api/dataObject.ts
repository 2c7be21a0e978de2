import type { IDataObject } from 'n8n-workflow';

/** True for a JSON object: not null, not an array. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy without one field. */
export function withoutField(object: IDataObject, name: string): IDataObject {
	return Object.fromEntries(Object.entries(object).filter(([field]) => field !== name));
}

/**
 * n8n takes an item with a field `error` for a failed one and would run the node again, so a field of
 * this name in the service's data is passed on as `orderError`.
 */
export function withoutErrorField(data: IDataObject): IDataObject {
	return 'error' in data ? { ...withoutField(data, 'error'), orderError: data.error } : data;
}
