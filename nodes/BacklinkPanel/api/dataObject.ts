import type { IDataObject } from 'n8n-workflow';

/** True for a JSON object: not null, not an array. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy without one field. */
export function withoutField(object: IDataObject, name: string): IDataObject {
	return Object.fromEntries(Object.entries(object).filter(([field]) => field !== name));
}
