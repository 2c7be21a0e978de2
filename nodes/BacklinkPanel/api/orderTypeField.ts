import type { INodeProperties } from 'n8n-workflow';

import { ORDER_TYPES, type OrderType } from './orders';

/** What the field below can hold. */
export const ORDER_TYPE_CHOICES = ['all', 'article', 'backlink'] as const;
type OrderTypeChoice = (typeof ORDER_TYPE_CHOICES)[number];

/** The field “Type” of the node's and of the trigger's form. */
export function orderTypeField(description: string): INodeProperties {
	return {
		displayName: 'Type',
		name: 'orderType',
		type: 'options',
		options: [
			{ name: 'All', value: 'all' },
			{ name: 'Articles', value: 'article' },
			{ name: 'Backlinks', value: 'backlink' },
		],
		default: 'all',
		description,
	};
}

/** The types of order that a choice means, in the order of the output. */
export function orderTypesOf(choice: OrderTypeChoice): OrderType[] {
	return choice === 'all' ? ORDER_TYPES : [choice];
}
