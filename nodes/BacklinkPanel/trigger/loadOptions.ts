import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { ORDER_TYPES, type OrderType } from '../api/orderTypes';
import { sanitizeText } from '../errors/serverText';
import {
	DETECT_AUTOMATICALLY,
	fieldNames,
	findField,
	hasValue,
	STATUS_DETECTION,
} from './orderFields';
import { openAccountReader, type OrderLists } from './accountReader';
import { toPollError } from './PollFailure';

const LONGEST_EXAMPLE = 40;

/** The menus that are filled from the live list, by the names that the fields call them. */
export const loadOptions = {
	/** The fields of all orders. */
	async getOrderFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return fieldOptions(allOf(await readOrders(this), ORDER_TYPES));
	},

	/** The fields of the backlink placements. */
	async getPlacementFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return fieldOptions(allOf(await readOrders(this), ['backlink']));
	},

	/** The statuses that orders have now. */
	async getStatuses(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const orders = await readOrders(this);
		try {
			const chosen = String(this.getCurrentNodeParameter('statusField') ?? DETECT_AUTOMATICALLY);
			const watched = this.getCurrentNodeParameter('orderType');
			const named = ORDER_TYPES.filter((type) => type === watched);
			const types = named.length > 0 ? named : ORDER_TYPES;
			const statuses = types.flatMap((each) => statusesOf(allOf(orders, [each]), chosen));
			return [...new Set(statuses)].map((status) => ({
				name: sanitizeText(status),
				value: status,
			}));
		} catch (error) {
			throw toPollError(this.getNode(), error);
		}
	},
};

async function readOrders(functions: ILoadOptionsFunctions): Promise<OrderLists> {
	try {
		const panel = await openAccountReader(functions);
		return await panel.orders();
	} catch (error) {
		throw toPollError(functions.getNode(), error);
	}
}

function allOf(lists: OrderLists, types: OrderType[]): IDataObject[] {
	return types.flatMap((type) => lists[type] ?? []);
}

/** Each field with the first value that it has, since the name alone may not say what it is. */
function fieldOptions(orders: IDataObject[]): INodePropertyOptions[] {
	const options = fieldNames(orders).map((name) => {
		const order = orders.find((candidate) => hasValue(candidate[name]));
		const example = Array.from(sanitizeText(order?.[name] ?? ''));
		const shown = example.slice(0, LONGEST_EXAMPLE).join('');
		const end = example.length > LONGEST_EXAMPLE ? '…' : '';
		return { name: `${sanitizeText(name)} (e.g. ${shown}${end})`, value: name };
	});
	return [{ name: 'Detect Automatically', value: DETECT_AUTOMATICALLY }, ...options];
}

/** What is no status, such as an object, is none to choose. */
function statusesOf(orders: IDataObject[], chosen: string): string[] {
	if (orders.length === 0) return [];
	const field = findField(STATUS_DETECTION, chosen, orders);
	if (typeof field !== 'string') throw field;
	return orders
		.map((order) => order[field])
		.filter((status) => typeof status !== 'object' && hasValue(status))
		.map(String);
}
