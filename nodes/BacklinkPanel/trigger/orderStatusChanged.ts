import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { PlainValue } from '../api/orderFieldRoles';
import { simplifyField } from '../api/simplifiedOrder';
import { fieldOfRole, valuesInRole } from './orderFields';
import { orderToItem, trackOrders, watchedTypeField, watchedTypes } from './trackOrders';
import { nothingToShow, type PollContext, type TriggerEvent } from './TriggerEvent';

const statuses: INodeProperties = {
	displayName: 'Status Names or IDs',
	name: 'statuses',
	type: 'multiOptions',
	typeOptions: {
		loadOptionsMethod: 'getStatuses',
		loadOptionsDependsOn: ['orderType', 'options.statusField'],
	},
	default: [],
	description:
		'Which new statuses start the workflow; none = all. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

export const orderStatusChanged: TriggerEvent = {
	value: 'orderStatusChanged',
	name: 'Order Status Changed',
	description: 'When an order that was seen before has another status, one item for each',
	fields: [watchedTypeField, statuses, simplifyField],
	options: [fieldOfRole.id, fieldOfRole.status],
	poll: async (context, state) => {
		const toItem = orderToItem(context);
		const wanted = context.parameters.texts(statuses);
		const { statusOf, remember } = await readStatuses(context, state);
		const changed = [...statusOf].filter(([{ before }, status]) => {
			const isWanted = wanted.length === 0 || wanted.includes(String(status));
			return isWanted && before !== undefined && String(before) !== String(status);
		});
		const items = changed.map(([order, status]) =>
			toItem(order, { status }, { previousStatus: order.before }),
		);
		return { items, state: remember((order) => statusOf.get(order)) };
	},
	sample: async (context) => {
		const toItem = orderToItem(context);
		const { statusOf } = await readStatuses(context, undefined);
		for (const [order, status] of statusOf) return toItem(order, { status });
		throw nothingToShow('orders');
	},
};

async function readStatuses(context: PollContext, state: IDataObject | undefined) {
	const types = watchedTypes(context.parameters);
	const tracked = await trackOrders<PlainValue>(context, types, state);
	const statusOf = valuesInRole(context, tracked.orders, 'status', (value) => value);
	return { ...tracked, statusOf };
}
