import type { INodeProperties } from 'n8n-workflow';

import { simplify } from '../api/simplifiedOrder';
import { orderIdField } from './fieldChoices';
import { followOrders, type OrderMemory } from './followOrders';
import { orderItem } from './orderItem';
import { chosenTypes, watchedTypes } from './orderTypes';
import { rememberOrders } from './rememberedOrders';
import type { TriggerEvent } from './TriggerEvent';
import { noOrdersYet } from './PollFailure';

const emitExisting: INodeProperties = {
	displayName: 'Emit Existing Orders',
	name: 'emitExisting',
	type: 'boolean',
	default: false,
	description:
		'Whether the first poll starts the workflow with the orders that already exist. Otherwise they are only the baseline.',
};

/** An order that was not in the list before. */
export const orderCreated: TriggerEvent = {
	value: 'orderCreated',
	name: 'Order Created',
	description: 'When an order appears in the list, one item for each',
	fields: [watchedTypes, emitExisting, orderIdField, simplify],
	look: async (look, state) => {
		// Written below: a state is only handed back to its own event.
		const known = state as OrderMemory | undefined;
		const watched = chosenTypes(look.parameters);
		const toItem = orderItem(look);
		const isEmittingExisting = look.parameters.flag(emitExisting);
		const followed = await followOrders(look, watched, known);
		const { orders, formerKeys, memory, isNewAccount, isAccountOpen } = followed;
		const news = orders.filter(
			({ isWatched, isBaseline, knownKey }) =>
				isWatched && (isBaseline ? isEmittingExisting && !isNewAccount : knownKey === undefined),
		);

		const seen = new Map(known?.orders.map((key) => [key, true]));
		const listed = new Map(orders.map(({ key }) => [key, true]));
		const remembered = rememberOrders(seen, listed, formerKeys);
		const next: OrderMemory = { ...memory, orders: [...remembered.keys()] };
		return { items: news.map((order) => toItem(order)), state: next, isAccountOpen };
	},
	sample: async (look) => {
		const { orders } = await followOrders(look, chosenTypes(look.parameters), undefined);
		const latest = orders.find(({ isWatched }) => isWatched);
		if (!latest) throw noOrdersYet();
		return orderItem(look)(latest);
	},
};
