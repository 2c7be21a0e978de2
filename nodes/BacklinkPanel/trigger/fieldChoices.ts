import type { INodeProperties } from 'n8n-workflow';

import { END_DATE, type FieldRole, ORDER_ID, STATUS } from './orderFields';

/** The value of “Detect Automatically”: no field can have this name. */
export const DETECT_AUTOMATICALLY = '';

export const orderIdField = fieldChoice(ORDER_ID, 'getOrderFields', {
	description: 'The field with the unique ID of an order',
});

export const statusField = fieldChoice(STATUS, 'getOrderFields', {
	description: 'The field with the status of an order',
});

export const endDateField = fieldChoice(END_DATE, 'getPlacementFields', {
	description: 'The field with the end of a placement',
});

/** A menu of the fields that the live list has. */
function fieldChoice(
	{ parameter }: FieldRole,
	loadOptionsMethod: string,
	{ description }: { description: string },
): INodeProperties {
	return {
		...parameter,
		type: 'options',
		typeOptions: { loadOptionsMethod },
		default: DETECT_AUTOMATICALLY,
		description: `${description}. Choose from the list, or specify its name using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
	};
}
