import { ItemParameters } from '../../nodes/BacklinkPanel/parameters/ItemParameters.ts';
import type { ParameterReader } from '../../nodes/BacklinkPanel/parameters/BatchParameters.ts';

/** The fields of an item as somebody filled them in; a field that is not there has no value. */
export function filledIn(fields: Record<string, unknown>): ItemParameters {
	const reader: ParameterReader = {
		getNodeParameter: (name, _itemIndex, fallback) => fields[name] ?? fallback,
		getTimezone: () => 'UTC',
	};
	return new ItemParameters(reader, 0);
}
