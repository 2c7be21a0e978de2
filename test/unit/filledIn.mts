import { ItemParameters } from '../../nodes/BacklinkPanel/parameters/ItemParameters.ts';
import type { ParameterReader } from '../../nodes/BacklinkPanel/parameters/BatchParameters.ts';

/** What n8n has for the fields of an item; a field that is not there has no value. */
export function readerOf(fields: Record<string, unknown>, timezone = 'UTC'): ParameterReader {
	return {
		getNodeParameter: (name, _itemIndex, fallback) => {
			if (name in fields) return fields[name];
			if (fallback !== undefined) return fallback;
			throw new Error(`Could not get parameter “${name}”`);
		},
		getTimezone: () => timezone,
	};
}

/** The fields of an item as somebody filled them in. */
export function filledIn(fields: Record<string, unknown>, timezone?: string): ItemParameters {
	return new ItemParameters(readerOf(fields, timezone), 0);
}
