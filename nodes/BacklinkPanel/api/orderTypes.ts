import type { IDataObject, INodeProperties } from 'n8n-workflow';

export type OrderType = 'article' | 'backlink';

/** An order as it comes out whole, and its type, which is not always in `orderType`. */
export interface TypedOrder {
	type: OrderType;
	/** The service's own fields and `orderType`. */
	order: IDataObject;
}

/** The service's two lists, in the order of the output. */
export const LIST_NAME_OF_TYPE: Record<OrderType, string> = {
	backlink: 'backlinkler',
	article: 'tanitimlar',
};
export const ORDER_TYPES: OrderType[] = ['backlink', 'article'];

/** What the field below can hold. */
export const ORDER_TYPE_CHOICES = ['all', 'article', 'backlink'] as const;
type OrderTypeChoice = (typeof ORDER_TYPE_CHOICES)[number];

/** The field “Order Type” of the node's and of the trigger's form. */
export function orderTypeField(description: string): INodeProperties {
	return {
		displayName: 'Order Type',
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
export function chosenOrderTypes(choice: OrderTypeChoice): OrderType[] {
	return choice === 'all' ? ORDER_TYPES : [choice];
}
