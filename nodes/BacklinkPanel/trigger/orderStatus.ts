import type { OrderType } from '../api/orders';
import { sanitizeText } from '../errors/serverText';
import { statusField } from './fieldChoices';
import type { TrackedOrder } from './trackOrders';
import { type FoundField, findStableField, STATUS } from './orderFields';
import { PollFailure, invalidSetting } from './PollFailure';
import type { PollContext } from './TriggerEvent';

export type Status = string | number | boolean;

export type StatusFields = Partial<Record<OrderType, FoundField>>;

export interface OrderWithStatus extends TrackedOrder {
	status: Status;
	/** Whether its status is in another field than before: there is nothing to compare with. */
	isOtherField: boolean;
}

/**
 * The orders that have a status at the moment, and the fields in which it was found.
 *
 * @param known the fields in which it was found before
 * @param knownNames the fields that the orders had before
 * @throws PollFailure if no watched order has a status
 */
export function readStatuses(
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
		const field = findStableField(STATUS, choice, before, bodies, knownNames);
		if (field instanceof PollFailure) {
			failed.push(field);
			continue;
		}
		statusFields[type] = field;
		const isOtherField = before !== undefined && before.name !== field.name;
		for (const order of ofType) {
			const status = order.order[field.name] ?? '';
			if (typeof status === 'object') failed.push(noStatus(field.name, status));
			else if (status !== '') withStatus.push({ ...order, status, isOtherField });
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
