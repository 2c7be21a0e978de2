import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { simplify } from '../api/simplifiedOrder';
import { orderIdField, statusField } from './fieldChoices';
import { followOrders, type OrderMemory } from './followOrders';
import { orderItem } from './orderItem';
import { readStatuses, type Status, type StatusFields } from './orderStatus';
import { chosenTypes, watchedTypes } from './orderTypes';
import { rememberOrders } from './rememberedOrders';
import type { Look, TriggerEvent } from './TriggerEvent';
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

type OrderStatusMemory = OrderMemory & {
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
	fields: [watchedTypes, statuses, orderIdField, statusField, simplify],
	look: async (look, state) => {
		// Written below: a state is only handed back to its own event.
		const known = state as OrderStatusMemory | undefined;
		const watched = look.parameters.texts(statuses);
		const toItem = orderItem(look);
		const found = await readOrders(look, known);
		const { withStatus, formerKeys, memory, statusFields, isAccountOpen } = found;
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
		const next: OrderStatusMemory = { ...memory, statusFields, ...stored(remembered) };
		return { items, state: next, isAccountOpen };
	},
	sample: async (look) => {
		const { withStatus } = await readOrders(look, undefined);
		const latest = withStatus.find(({ isWatched }) => isWatched);
		if (!latest) throw noOrdersYet();
		return orderItem(look)(latest, { status: latest.status }, { previousStatus: null });
	},
};

async function readOrders(look: Look, known: OrderStatusMemory | undefined) {
	const followed = await followOrders(look, chosenTypes(look.parameters), known);
	const { statusFields = {}, fieldNames = [] } = known ?? {};
	return { ...followed, ...readStatuses(look, followed.orders, statusFields, fieldNames) };
}

function knownStatuses(known: OrderStatusMemory | undefined): Map<string, Status> {
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
