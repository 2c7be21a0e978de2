import type { INodeProperties } from 'n8n-workflow';

import { simplifyField } from '../api/simplifiedOrder';
import { fieldOfRole } from './orderFields';
import { orderToItem, trackOrders, watchedTypeField, watchedTypes } from './trackOrders';
import { nothingToShow, type TriggerEvent } from './TriggerEvent';

const emitExisting: INodeProperties = {
	displayName: 'Emit Existing Orders',
	name: 'emitExisting',
	type: 'boolean',
	default: false,
	description: 'Whether the first poll emits the orders that already exist',
};

export const orderCreated: TriggerEvent = {
	value: 'orderCreated',
	name: 'Order Created',
	description: 'When an order appears in the list, one item for each',
	fields: [watchedTypeField, emitExisting, simplifyField],
	options: [fieldOfRole.id],
	poll: async (context, state) => {
		const toItem = orderToItem(context);
		const isEmittingExisting = context.parameters.flag(emitExisting);
		const types = watchedTypes(context.parameters);
		const { orders, remember } = await trackOrders<number>(context, types, state);
		const items = orders
			.filter(({ isNew, isFirst }) => isNew || (isFirst && isEmittingExisting))
			.map((order) => toItem(order));
		return { items, state: remember(() => 1) };
	},
	sample: async (context) => {
		const types = watchedTypes(context.parameters);
		const [latest] = (await trackOrders(context, types, undefined)).orders;
		if (!latest) throw nothingToShow('orders');
		return orderToItem(context)(latest);
	},
};
