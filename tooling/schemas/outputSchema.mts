import type { GenericValue, IDataObject } from 'n8n-workflow';

/** Part of JSON Schema that n8n's previews use. */
export interface OutputSchema {
	type: string;
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema | object;
}

/** A preview file: n8n's own nodes count the changes of each file in `version`. */
export interface OutputPreview extends OutputSchema {
	version: 1;
}

/**
 * Makes the preview of a node's output from output items. A field that is null in some items has its type
 * from the others.
 * @throws if a field has values of two types: a preview can show only one type
 */
export function outputPreview(items: IDataObject[]): OutputPreview {
	return { ...schemaOf(items), version: 1 };
}

function schemaOf(values: Array<GenericValue | IDataObject>): OutputSchema {
	const all = [...new Set(values.map(typeOf))];
	const types = all.length > 1 ? all.filter((each) => each !== 'null') : all;
	const [type] = types;
	if (type === undefined || types.length > 1) {
		throw new Error(`No single type in ${JSON.stringify(values)}`);
	}
	if (type === 'object') return { type, properties: propertiesOf(values as IDataObject[]) };
	if (type === 'array') {
		const elements = values.flat();
		return { type, items: elements.length > 0 ? schemaOf(elements) : {} };
	}
	return { type };
}

/** Collects the fields of all objects, in the order of their first use. */
function propertiesOf(objects: IDataObject[]): Record<string, OutputSchema> {
	const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
	return Object.fromEntries(
		names.map((name) => {
			const values = objects.flatMap((object) => (name in object ? [object[name]] : []));
			return [name, schemaOf(values as Array<GenericValue | IDataObject>)];
		}),
	);
}

/** Whole numbers are numbers too, as in the service's documentation. */
function typeOf(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}
