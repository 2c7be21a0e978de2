import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { dateReader } from '../api/readDate';
import { simplifyField } from '../api/simplifiedOrder';
import { sanitizeText } from '../errors/serverText';
import {
	END_DATE_DETECTION,
	endDateField,
	keepOrFindField,
	type FoundField,
	hasValue,
	orderIdField,
} from './orderFields';
import { invalidSetting, noPlacementsYet, PollFailure } from './PollFailure';
import {
	type OrdersState,
	orderToItem,
	rememberOrders,
	timezoneOrUtc,
	type TrackedOrder,
	trackOrders,
} from './trackOrders';
import type { PollContext, TriggerEvent } from './TriggerEvent';

const DAY_MS = 86_400_000;

const withinDays: INodeProperties = {
	displayName: 'Days Before End',
	name: 'withinDays',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 3_650 },
	default: 7,
	description: 'How many days before the end of a placement the workflow is started',
};

type PlacementExpiringState = OrdersState & {
	endField: FoundField | null;
	/** The first poll, in ms: what ended before it is past and gone. */
	startedAt: number;
	/** For each order the end with which it was emitted, in ms; 0 for none. */
	endsAt: number[];
};

interface Placement extends TrackedOrder {
	endsAt: number;
}

/** A placement is about to end. */
export const placementExpiring: TriggerEvent = {
	value: 'placementExpiring',
	name: 'Placement Expiring',
	description: 'When a backlink placement is about to end, once for each',
	fields: [withinDays, orderIdField, endDateField, simplifyField],
	poll: async (context, state) => {
		// Written below: a state is only handed back to its own event.
		const known = state as PlacementExpiringState | undefined;
		const windowMs = context.parameters.number(withinDays) * DAY_MS;
		const toItem = expiringItem(context);
		const found = await readPlacements(context, known);
		const { orders, formerKeys, nextState, endField, isNewAccount, isAccountUnconfirmed } = found;
		// A clock that was ahead at the first poll must not hide what ends until then.
		const startedAt = isNewAccount
			? context.now
			: Math.min(context.now, known?.startedAt ?? context.now);
		const emittedEnds = new Map(known?.orders.map((key, index) => [key, known.endsAt[index] ?? 0]));
		const emittedEndOf = ({ knownKey }: TrackedOrder) => emittedEnds.get(knownKey ?? '') ?? 0;

		const due = found.placements.filter(
			(placement) =>
				placement.endsAt > startedAt &&
				placement.endsAt <= context.now + windowMs &&
				// An end that moved on by more than the window is that of an extended placement.
				placement.endsAt - emittedEndOf(placement) > windowMs,
		);

		const ends = new Map(due.map(({ key, endsAt }) => [key, endsAt]));
		const listed = new Map(
			orders.map((order) => [order.key, ends.get(order.key) ?? emittedEndOf(order)]),
		);
		const remembered = rememberOrders(emittedEnds, listed, formerKeys);
		const next: PlacementExpiringState = {
			...nextState,
			endField: endField ?? null,
			startedAt,
			orders: [...remembered.keys()],
			endsAt: [...remembered.values()],
		};
		const items = due.map(toItem);
		return { items, state: next, isAccountUnconfirmed };
	},
	sample: async (context) => {
		const { placements } = await readPlacements(context, undefined);
		const [next] = placements
			.filter(({ endsAt }) => endsAt > context.now)
			.sort((one, other) => one.endsAt - other.endsAt);
		if (next) return expiringItem(context)(next);
		throw noPlacementsYet();
	},
};

async function readPlacements(context: PollContext, known: PlacementExpiringState | undefined) {
	const chosenEnd = context.parameters.text(endDateField);
	const tracked = await trackOrders(context, ['backlink'], known);
	const backlinks = tracked.orders.filter(({ isWatched }) => isWatched);
	const placements: Placement[] = [];
	let endField = known?.endField ?? undefined;
	let unreadable: PollFailure | undefined;
	if (backlinks.length === 0) return { ...tracked, endField, placements };

	const bodies = backlinks.map(({ order }) => order);
	const found = keepOrFindField(
		END_DATE_DETECTION,
		chosenEnd,
		endField,
		bodies,
		known?.fieldNames ?? [],
	);
	if (found instanceof PollFailure) throw found;
	endField = found;
	const readDate = dateReader(timezoneOrUtc(context));
	for (const backlink of backlinks) {
		const value = backlink.order[endField.name];
		if (!hasValue(value)) continue;
		const endsAt = readDate(value);
		if (endsAt === undefined) unreadable ??= unreadableDate(endField.name, value);
		else placements.push({ ...backlink, endsAt });
	}
	// As with IDs: one end that cannot be read does not hold up all the others.
	if (unreadable) {
		if (placements.length === 0) throw unreadable;
		const { detail, advice = '' } = unreadable.failure;
		context.log.warnOnce(
			'unreadableEnds',
			`Ends that are no dates are ignored. ${detail}. ${advice}`,
		);
	}
	return { ...tracked, endField, placements };
}

function expiringItem(context: PollContext): (placement: Placement) => IDataObject {
	const toItem = orderToItem(context);
	return (placement) => {
		const endsAt = new Date(placement.endsAt).toISOString();
		const daysLeft = Math.round(((placement.endsAt - context.now) / DAY_MS) * 100) / 100;
		return toItem(placement, { endsAt }, { daysLeft });
	};
}

function unreadableDate(field: string, value: unknown): PollFailure {
	return invalidSetting(
		`“${sanitizeText(field)}” contains ${sanitizeText(value).slice(0, 80)}, which is not a date that this node can read`,
		'Dates are read as ISO 8601, as 2026-12-31 23:59:59, and as epoch seconds or milliseconds. Choose another field in “End Date Field”.',
	);
}
