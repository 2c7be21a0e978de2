import type { IDataObject } from 'n8n-workflow';

/** True for a JSON object: not null, not an array. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a list; PHP makes objects of lists with gaps. A missing list is empty; another form gives undefined. */
export function listEntries(list: unknown): unknown[] | undefined {
	if (list === undefined || list === null) return [];
	if (Array.isArray(list)) return list;
	const entries = isObject(list) ? Object.values(list) : [list];
	return entries.every(isObject) ? entries : undefined;
}

export function withoutField(object: IDataObject, name: string): IDataObject {
	return Object.fromEntries(Object.entries(object).filter(([field]) => field !== name));
}

/** Adds fields after the service's fields. A field whose name the service uses gets a number: `orderType2`. */
export function withFurtherFields(data: IDataObject, further: IDataObject): IDataObject {
	const all = { ...data };
	for (const [name, value] of Object.entries(further)) all[freeName(name, all)] = value;
	return all;
}

/** Renames a field `error` to `orderError`: n8n may take the item for failed, and run the node again. */
export function withoutErrorField(data: IDataObject): IDataObject {
	if (!('error' in data)) return data;
	return withFurtherFields(withoutField(data, 'error'), { orderError: data.error });
}

function freeName(name: string, fields: IDataObject): string {
	let free = name;
	for (let number = 2; free in fields; number += 1) free = `${name}${number}`;
	return free;
}
