import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { simplify } from '../api/simplifiedOrder';
import { orderIdField, statusField } from './fieldChoices';
import { trackOrders, type OrdersState } from './trackOrders';
import { orderToItem } from './orderToItem';
import { readStatuses, type Status, type StatusFields } from './orderStatus';
import { orderType, watchedTypes } from './orderTypes';
import { rememberOrders } from './rememberedOrders';
import type { PollContext, TriggerEvent } from './TriggerEvent';
import { noOrdersYet } from './PollFailure';

const statuses: INodeProperties = {
	displayName: 'Status Names or IDs',
	name: 'statuses',
	type: 'multiOptions',
	typeOptions: {
		loadOptionsMethod: 'getStatuses',
		loadOptionsDependsOn: ['orderType', 'statusField'],
	},
	default: [],
	description:
		'Which new statuses start the workflow, or all if none is chosen. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

type OrderStatusState = OrdersState & {
	statusFields: StatusFields;
	/** For each order the place of its status in `statuses`. */
	statusOf: number[];
	/** Each status once. */
	statuses: Status[];
};

/** An order has another status than at the last poll. */
export const orderStatusChanged: TriggerEvent = {
	value: 'orderStatusChanged',
	name: 'Order Status Changed',
	description: 'When an order that was seen before has another status, one item for each',
	fields: [orderType, statuses, orderIdField, statusField, simplify],
	poll: async (context, state) => {
		// Written below: a state is only handed back to its own event.
		const known = state as OrderStatusState | undefined;
		const watched = context.parameters.texts(statuses);
		const toItem = orderToItem(context);
		const found = await readOrders(context, known);
		const { withStatus, formerKeys, nextState, statusFields, isAccountUnconfirmed } = found;
		const statusBefore = knownStatuses(known);

		const items: IDataObject[] = [];
		for (const order of withStatus) {
			const { knownKey, status, isWatched, isBaseline, isOtherField } = order;
			const previousStatus = knownKey === undefined ? undefined : statusBefore.get(knownKey);
			if (!isWatched || isBaseline || isOtherField || previousStatus === undefined) continue;
			if (String(previousStatus) === String(status)) continue;
			if (watched.length > 0 && !watched.includes(String(status))) continue;
			items.push(toItem(order, { status }, { previousStatus }));
		}
		const listed = new Map(withStatus.map(({ key, status }) => [key, status]));
		const remembered = rememberOrders(statusBefore, listed, formerKeys);
		const next: OrderStatusState = { ...nextState, statusFields, ...stored(remembered) };
		return { items, state: next, isAccountUnconfirmed };
	},
	sample: async (context) => {
		const { withStatus } = await readOrders(context, undefined);
		const latest = withStatus.find(({ isWatched }) => isWatched);
		if (!latest) throw noOrdersYet();
		return orderToItem(context)(latest, { status: latest.status }, { previousStatus: null });
	},
};

async function readOrders(context: PollContext, known: OrderStatusState | undefined) {
	const tracked = await trackOrders(context, watchedTypes(context.parameters), known);
	const { statusFields = {}, fieldNames = [] } = known ?? {};
	return { ...tracked, ...readStatuses(context, tracked.orders, statusFields, fieldNames) };
}

function knownStatuses(known: OrderStatusState | undefined): Map<string, Status> {
	const statusBefore = new Map<string, Status>();
	known?.orders.forEach((key, index) => {
		const status = known.statuses[known.statusOf[index] ?? -1];
		if (status !== undefined) statusBefore.set(key, status);
	});
	return statusBefore;
}

/** Each status is kept once, so that long ones do not count for each order. */
function stored(remembered: Map<string, Status>) {
	const placeOf = new Map<Status, number>();
	for (const status of remembered.values()) {
		if (!placeOf.has(status)) placeOf.set(status, placeOf.size);
	}
	return {
		orders: [...remembered.keys()],
		statusOf: [...remembered.values()].map((status) => placeOf.get(status) ?? -1),
		statuses: [...placeOf.keys()],
	};
}
