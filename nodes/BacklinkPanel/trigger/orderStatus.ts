import type { IDataObject } from 'n8n-workflow';

import { oneLine } from '../errors/serverText';
import { unfitSetting } from './PollFailure';

export type Status = string | number | boolean;

/**
 * The status of an order as the service gives it; undefined where it has none at the moment.
 *
 * @throws PollFailure if the field holds a list or an object
 */
export function readStatus(order: IDataObject, field: string): Status | undefined {
	const status = order[field];
	if (status === undefined || status === null) return undefined;
	if (typeof status === 'object') {
		throw unfitSetting(
			`“${oneLine(field)}” does not hold a status but ${oneLine(status).slice(0, 80)}`,
			'Choose a field with a text or a number in “Status Field”.',
		);
	}
	return status;
}
