import type { INodeProperties } from 'n8n-workflow';

import { simplifyField } from '../api/simplifiedOrder';
import { chosenField, fieldOfRole } from './orderFields';
import { orderToItem, trackOrders, watchedTypeField, watchedTypes } from './trackOrders';
import { nothingToShow, type TriggerEvent } from './TriggerEvent';

const emitExisting: INodeProperties = {
	displayName: 'Emit Existing Orders',
	name: 'emitExisting',
	type: 'boolean',
	default: false,
	description: 'Whether the first poll starts the workflow with the orders that already exist',
};

/** An order that was not in the list before. */
export const orderCreated: TriggerEvent = {
	value: 'orderCreated',
	name: 'Order Created',
	description: 'When an order appears in the list, one item for each',
	fields: [watchedTypeField, emitExisting, simplifyField],
	options: [fieldOfRole.id],
	settings: (parameters) => [
		watchedTypes(parameters),
		parameters.flag(emitExisting),
		chosenField(parameters, 'id'),
	],
	poll: async (context, state) => {
		const toItem = orderToItem(context);
		const isEmittingExisting = context.parameters.flag(emitExisting);
		const types = watchedTypes(context.parameters);
		const { orders, knownTypes, isOtherAccount, remember } = await trackOrders<number>(
			context,
			types,
			state,
		);
		const created = orders.filter(({ type, before }) => {
			if (isOtherAccount || before !== undefined) return false;
			return isEmittingExisting || knownTypes.includes(type);
		});
		return { items: created.map((order) => toItem(order)), state: remember(() => 1) };
	},
	sample: async (context) => {
		const types = watchedTypes(context.parameters);
		const { orders } = await trackOrders(context, types, undefined);
		const [latest] = orders;
		if (!latest) throw nothingToShow('orders', 'orders of this type');
		return orderToItem(context)(latest);
	},
};
