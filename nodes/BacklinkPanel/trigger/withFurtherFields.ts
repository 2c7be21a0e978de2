import type { IDataObject } from 'n8n-workflow';

/** The service's data with further fields of ours; where a name is taken, the service's value stays. */
export function withFurtherFields(data: IDataObject, further: IDataObject): IDataObject {
	const free = Object.entries(further).filter(([name]) => !Object.hasOwn(data, name));
	return { ...data, ...Object.fromEntries(free) };
}
