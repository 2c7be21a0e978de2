import type { INodeProperties } from 'n8n-workflow';

import { simplifyField } from '../api/simplifiedOrder';
import { orderIdField } from './orderFields';
import { noOrdersYet } from './PollFailure';
import {
	type OrdersState,
	orderToItem,
	watchedTypeField,
	rememberOrders,
	trackOrders,
	watchedTypes,
} from './trackOrders';
import type { TriggerEvent } from './TriggerEvent';

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
	fields: [watchedTypeField, emitExisting, orderIdField, simplifyField],
	poll: async (context, state) => {
		// Written below: a state is only handed back to its own event.
		const known = state as OrdersState | undefined;
		const watched = watchedTypes(context.parameters);
		const toItem = orderToItem(context);
		const isEmittingExisting = context.parameters.flag(emitExisting);
		const tracked = await trackOrders(context, watched, known);
		const { orders, formerKeys, nextState, isNewAccount, isAccountUnconfirmed } = tracked;
		// One that is to be emitted is not known yet: which of those that share its key is it?
		const sharedKeys = isEmittingExisting && !isNewAccount ? [] : tracked.sharedBaselineKeys;
		const created = orders.filter(
			({ isWatched, isBaseline, knownKey }) =>
				isWatched && (isBaseline ? isEmittingExisting && !isNewAccount : knownKey === undefined),
		);

		const before = new Map(known?.orders.map((key) => [key, true]));
		const listed = new Map(
			[...orders.map(({ key }) => key), ...sharedKeys].map((key) => [key, true]),
		);
		const remembered = rememberOrders(before, listed, formerKeys);
		const next: OrdersState = { ...nextState, orders: [...remembered.keys()] };
		return { items: created.map((order) => toItem(order)), state: next, isAccountUnconfirmed };
	},
	sample: async (context) => {
		const { orders } = await trackOrders(context, watchedTypes(context.parameters), undefined);
		const latest = orders.find(({ isWatched }) => isWatched);
		if (!latest) throw noOrdersYet();
		return orderToItem(context)(latest);
	},
};
