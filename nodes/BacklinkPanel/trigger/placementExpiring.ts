import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { dateReader } from '../api/readDate';
import { simplify } from '../api/simplifiedOrder';
import { sanitizeText } from '../errors/serverText';
import { endDateField, orderIdField } from './fieldChoices';
import { type FollowedOrder, followOrders, type OrderMemory } from './followOrders';
import { END_DATE, type FoundField, rememberedField } from './orderFields';
import { knownTimezone, orderItem } from './orderItem';
import { noPlacementsYet, PollFailure, unfitSetting } from './PollFailure';
import { rememberOrders } from './rememberedOrders';
import type { Look, TriggerEvent } from './TriggerEvent';

const DAY_MS = 86_400_000;

const withinDays: INodeProperties = {
	displayName: 'Days Before End',
	name: 'withinDays',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 3_650 },
	default: 7,
	description: 'How many days before the end of a placement the workflow is started',
};

type PlacementExpiringMemory = OrderMemory & {
	endField: FoundField | null;
	/** The first look, in ms: what ended before it is past and gone. */
	startedAt: number;
	/** For each order the end that was told, in ms; 0 for none. */
	endsAt: number[];
};

interface Placement extends FollowedOrder {
	endsAt: number;
}

/** A placement is about to end. */
export const placementExpiring: TriggerEvent = {
	value: 'placementExpiring',
	name: 'Placement Expiring',
	description: 'When a backlink placement is about to end, once for each',
	fields: [withinDays, orderIdField, endDateField, simplify],
	look: async (look, state) => {
		// Written below: a state is only handed back to its own event.
		const known = state as PlacementExpiringMemory | undefined;
		const windowMs = look.parameters.number(withinDays) * DAY_MS;
		const toItem = expiringItem(look);
		const found = await readPlacements(look, known);
		const { orders, formerKeys, memory, endField, isNewAccount, isAccountOpen } = found;
		// A clock that was ahead at the first look must not hide what ends until then.
		const startedAt = isNewAccount ? look.now : Math.min(look.now, known?.startedAt ?? look.now);
		const toldEnds = new Map(known?.orders.map((key, index) => [key, known.endsAt[index] ?? 0]));
		const toldEndOf = ({ knownKey }: FollowedOrder) => toldEnds.get(knownKey ?? '') ?? 0;

		const due = found.placements.filter(
			(placement) =>
				placement.endsAt > startedAt &&
				placement.endsAt <= look.now + windowMs &&
				// An end that moved on by more than the window is that of an extended placement.
				placement.endsAt - toldEndOf(placement) > windowMs,
		);
		// Those with a readable end go first: one that cannot be read must not hold them up.
		if (due.length === 0 && found.unreadable) throw found.unreadable;

		const ends = new Map(due.map(({ key, endsAt }) => [key, endsAt]));
		const listed = new Map(
			orders.map((order) => [order.key, ends.get(order.key) ?? toldEndOf(order)]),
		);
		const remembered = rememberOrders(toldEnds, listed, formerKeys);
		const next: PlacementExpiringMemory = {
			...memory,
			endField: endField ?? null,
			startedAt,
			orders: [...remembered.keys()],
			endsAt: [...remembered.values()],
		};
		const items = due.map(toItem);
		return { items, state: next, isAccountOpen };
	},
	sample: async (look) => {
		const { placements, unreadable } = await readPlacements(look, undefined);
		const [next] = placements
			.filter(({ endsAt }) => endsAt > look.now)
			.sort((one, other) => one.endsAt - other.endsAt);
		if (next) return expiringItem(look)(next);
		throw unreadable ?? noPlacementsYet();
	},
};

async function readPlacements(look: Look, known: PlacementExpiringMemory | undefined) {
	const chosenEnd = look.parameters.text(endDateField);
	const followed = await followOrders(look, ['backlink'], known);
	const backlinks = followed.orders.filter(({ isWatched }) => isWatched);
	const placements: Placement[] = [];
	let endField = known?.endField ?? undefined;
	let unreadable: PollFailure | undefined;
	if (backlinks.length === 0) return { ...followed, endField, placements, unreadable };

	const bodies = backlinks.map(({ order }) => order);
	const found = rememberedField(END_DATE, chosenEnd, endField, bodies, known?.fieldNames ?? []);
	if (found instanceof PollFailure) throw found;
	endField = found;
	const readDate = dateReader(knownTimezone(look));
	for (const backlink of backlinks) {
		const value = backlink.order[endField.name];
		if (value === undefined || value === null || value === '') continue;
		const endsAt = readDate(value);
		if (endsAt === undefined) unreadable ??= unreadableDate(endField.name, value);
		else placements.push({ ...backlink, endsAt });
	}
	return { ...followed, endField, placements, unreadable };
}

function expiringItem(look: Look): (placement: Placement) => IDataObject {
	const toItem = orderItem(look);
	return (placement) => {
		const endsAt = new Date(placement.endsAt).toISOString();
		const daysLeft = Math.round(((placement.endsAt - look.now) / DAY_MS) * 100) / 100;
		return toItem(placement, { endsAt }, { daysLeft });
	};
}

function unreadableDate(field: string, value: unknown): PollFailure {
	return unfitSetting(
		`“${sanitizeText(field)}” contains ${sanitizeText(value).slice(0, 80)}, which is not a date that this node can read`,
		'Dates are read as ISO 8601 (2026-12-31T23:59:59Z), as 2026-12-31 23:59:59, and as epoch seconds or milliseconds. Choose another field in “End Date Field”.',
	);
}
