import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { OrderType } from '../api/orderTypes';
import { simplifyField } from '../api/simplifiedOrder';
import { sanitizeText } from '../errors/serverText';
import {
	keepOrFindField,
	type FoundField,
	hasValue,
	orderIdField,
	STATUS_DETECTION,
	statusField,
} from './orderFields';
import { invalidSetting, noOrdersYet, PollFailure } from './PollFailure';
import {
	type OrdersState,
	orderToItem,
	watchedTypeField,
	rememberOrders,
	type TrackedOrder,
	trackOrders,
	watchedTypes,
} from './trackOrders';
import type { PollContext, TriggerEvent } from './TriggerEvent';

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

type Status = string | number | boolean;

type StatusFields = Partial<Record<OrderType, FoundField>>;

interface OrderWithStatus extends TrackedOrder {
	status: Status;
	/** Whether its status is in another field than before: there is nothing to compare with. */
	isOtherField: boolean;
}

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
	fields: [watchedTypeField, statuses, orderIdField, statusField, simplifyField],
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

/**
 * The orders that have a status at the moment, and the fields in which it was found.
 *
 * @param known the fields in which it was found before
 * @param knownNames the fields that the orders had before
 * @throws PollFailure if no watched order has a status
 */
function readStatuses(
	context: PollContext,
	orders: TrackedOrder[],
	known: StatusFields,
	knownNames: string[],
): { withStatus: OrderWithStatus[]; statusFields: StatusFields } {
	const choice = context.parameters.text(statusField);
	const statusFields = { ...known };
	const withStatus: OrderWithStatus[] = [];
	const failures: PollFailure[] = [];
	for (const type of new Set(orders.map((order) => order.type))) {
		const ofType = orders.filter((order) => order.type === type);
		// What is not watched is remembered as well as it goes, without a word.
		const failed = ofType.some(({ isWatched }) => isWatched) ? failures : [];
		const bodies = ofType.map(({ order }) => order);
		const before = known[type];
		const field = keepOrFindField(STATUS_DETECTION, choice, before, bodies, knownNames);
		if (field instanceof PollFailure) {
			failed.push(field);
			continue;
		}
		statusFields[type] = field;
		const isOtherField = before !== undefined && before.name !== field.name;
		for (const order of ofType) {
			const status = order.order[field.name] ?? '';
			if (typeof status === 'object') failed.push(noStatus(field.name, status));
			else if (hasValue(status)) withStatus.push({ ...order, status, isOtherField });
		}
	}
	warnOfMissingStatus(context, withStatus, failures);
	return { withStatus, statusFields };
}

/** As with IDs: some orders without a status do not hold up all the others. */
function warnOfMissingStatus(
	{ log }: PollContext,
	withStatus: OrderWithStatus[],
	[failure]: PollFailure[],
): void {
	if (!failure) return;
	if (!withStatus.some(({ isWatched }) => isWatched)) throw failure;
	const { detail, advice = '' } = failure.failure;
	log.warnOnce('ordersWithoutStatus', `Orders without a status are ignored. ${detail}. ${advice}`);
}

function noStatus(field: string, value: unknown): PollFailure {
	return invalidSetting(
		`“${sanitizeText(field)}” does not contain a status but ${sanitizeText(value).slice(0, 80)}`,
		'Choose a field with a text or a number in “Status Field”.',
	);
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
