import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { withFurtherFields } from '../api/dataObject';
import { type OrderType, orderTypeOf } from '../api/orders';
import { orderIdField, statusField } from './fieldChoices';
import { noOrdersYet } from './NothingToShow';
import { identifyOrders, type IdentifiedOrders, type IdFields } from './orderIdentity';
import { readStatus, type Status } from './orderStatus';
import { findField, STATUS } from './orderFields';
import { chosenTypes, watchedTypes, ordersOfType } from './orderTypes';
import { rememberOrders } from './rememberedOrders';
import type { Look, TriggerEvent } from './TriggerEvent';

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
		'The statuses whose beginning starts the workflow; none = all. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

type StatusFields = Partial<Record<OrderType, string>>;

type OrderStatusState = {
	idFields: IdFields;
	statusFields: StatusFields;
	/** The keys of the orders that were seen. */
	orders: string[];
	/** For each of them the place of its status in `statuses`. */
	statusOf: number[];
	/** Each status once. */
	statuses: Status[];
};

interface OrdersWithStatus extends IdentifiedOrders {
	statusFields: StatusFields;
	/** The orders that have a status. */
	statusByKey: Map<string, Status>;
}

/** An order has another status than at the last poll. */
export const orderStatusChanged: TriggerEvent = {
	value: 'orderStatusChanged',
	name: 'Order Status Changed',
	description: 'When an order that was seen before has another status, one item for each',
	fields: [watchedTypes, statuses, orderIdField, statusField],
	look: async (look, state) => {
		// Written below: a state is only handed back to its own event.
		const known = state as OrderStatusState | undefined;
		const watched = look.parameters.texts(statuses);
		const found = await readOrders(look, known?.idFields ?? {}, known?.statusFields ?? {});
		const statusBefore = known ? knownStatuses(known) : new Map<string, Status>();

		const items: IDataObject[] = [];
		for (const [key, status] of found.statusByKey) {
			const previousStatus = statusBefore.get(key);
			if (previousStatus === undefined || String(previousStatus) === String(status)) continue;
			if (watched.length > 0 && !watched.includes(String(status))) continue;
			items.push(toItem(found.byKey.get(key) ?? {}, previousStatus, status));
		}
		return { items, state: nextState(found, statusBefore) };
	},
	sample: async (look) => {
		const { byKey, statusByKey } = await readOrders(look, {}, {});
		const [latest] = statusByKey;
		if (!latest) throw noOrdersYet();
		const [key, status] = latest;
		return toItem(byKey.get(key) ?? {}, null, status);
	},
};

/** The status has its own field already where the service calls it `status` too. */
function toItem(order: IDataObject, previousStatus: Status | null, status: Status): IDataObject {
	const further = order.status === status ? { previousStatus } : { previousStatus, status };
	return withFurtherFields(order, further);
}

async function readOrders(
	{ parameters, panel }: Look,
	knownIdFields: IdFields,
	knownStatusFields: StatusFields,
): Promise<OrdersWithStatus> {
	const types = chosenTypes(parameters);
	const chosenId = parameters.text(orderIdField);
	const chosenStatus = parameters.text(statusField);
	const orders = await panel.orders();
	const identified = identifyOrders(orders, types, chosenId, knownIdFields);

	const statusFields: StatusFields = { ...knownStatusFields };
	for (const type of types) {
		const ofType = ordersOfType(orders, type);
		if (ofType.length === 0) continue;
		statusFields[type] = findField(STATUS, statusFields[type] ?? chosenStatus, ofType);
	}
	const statusByKey = new Map<string, Status>();
	for (const [key, order] of identified.byKey) {
		const field = statusFields[orderTypeOf(order) ?? 'backlink'];
		const status = field === undefined ? undefined : readStatus(order, field);
		if (status !== undefined) statusByKey.set(key, status);
	}
	return { ...identified, statusFields, statusByKey };
}

function knownStatuses({ orders, statusOf, statuses: each }: OrderStatusState) {
	const known = new Map<string, Status>();
	orders.forEach((key, index) => {
		const status = each[statusOf[index] ?? -1];
		if (status !== undefined) known.set(key, status);
	});
	return known;
}

/** Each status is kept once, so that long ones do not count for each order. */
function nextState(
	{ idFields, statusFields, statusByKey }: OrdersWithStatus,
	statusBefore: Map<string, Status>,
): OrderStatusState {
	const remembered = rememberOrders(statusBefore, statusByKey);
	const placeOf = new Map<Status, number>();
	for (const status of remembered.values()) {
		if (!placeOf.has(status)) placeOf.set(status, placeOf.size);
	}
	return {
		idFields,
		statusFields,
		orders: [...remembered.keys()],
		statusOf: [...remembered.values()].map((status) => placeOf.get(status) ?? -1),
		statuses: [...placeOf.keys()],
	};
}
