import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { withFurtherFields } from '../api/dataObject';
import { oneLine } from '../errors/serverText';
import { endDateField, orderIdField } from './fieldChoices';
import { noPlacementsYet } from './NothingToShow';
import { END_DATE, findField } from './orderFields';
import { identifyOrders, type IdFields } from './orderIdentity';
import { ordersOfType } from './orderTypes';
import { type PollFailure, unfitSetting } from './PollFailure';
import { dateReader } from './readDate';
import { rememberOrders } from './rememberedOrders';
import type { Look, TriggerEvent } from './TriggerEvent';

const DAY_MS = 86_400_000;

const withinDays: INodeProperties = {
	displayName: 'Within (Days)',
	name: 'withinDays',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 3_650 },
	default: 7,
	description: 'How long before the end of a placement the workflow is started',
};

type PlacementExpiringState = {
	idFields: IdFields;
	/** The first look, in ms: what ended before it is past and gone. */
	startedAt: number;
	/** The keys of the placements that were told. */
	orders: string[];
	/** For each of them the end that was told, in ms. */
	endsAt: number[];
};

interface Placement {
	key: string;
	order: IDataObject;
	endsAt: number;
}

/** A placement is about to end. */
export const placementExpiring: TriggerEvent = {
	value: 'placementExpiring',
	name: 'Placement Expiring',
	description: 'When a backlink placement is about to end, once for each',
	fields: [withinDays, orderIdField, endDateField],
	look: async (look, state) => {
		// Written below: a state is only handed back to its own event.
		const known = state as PlacementExpiringState | undefined;
		const windowMs = look.parameters.number(withinDays) * DAY_MS;
		const { placements, idFields, unreadable } = await readPlacements(look, known?.idFields ?? {});
		const startedAt = known?.startedAt ?? look.now;
		const toldEnds = new Map(known?.orders.map((key, index) => [key, known.endsAt[index] ?? 0]));

		// An end that moved on by more than the window is that of an extended placement.
		const isUntold = ({ key, endsAt }: Placement) =>
			endsAt - (toldEnds.get(key) ?? Number.NEGATIVE_INFINITY) > windowMs;
		const due = placements.filter(
			(placement) =>
				placement.endsAt > startedAt &&
				placement.endsAt <= look.now + windowMs &&
				isUntold(placement),
		);
		// Those with a readable end go first: one that cannot be read must not hold them up.
		if (due.length === 0 && unreadable) throw unreadable;

		const told = new Map(toldEnds);
		for (const { key, endsAt } of due) told.set(key, endsAt);
		const listed = new Map<string, number>();
		for (const { key } of placements) {
			const end = told.get(key);
			if (end !== undefined) listed.set(key, end);
		}
		const remembered = rememberOrders(told, listed);
		const next: PlacementExpiringState = {
			idFields,
			startedAt,
			orders: [...remembered.keys()],
			endsAt: [...remembered.values()],
		};
		return { items: due.map((placement) => toItem(placement, look.now)), state: next };
	},
	sample: async (look) => {
		const { placements, unreadable } = await readPlacements(look, {});
		const [next] = placements
			.filter(({ endsAt }) => endsAt > look.now)
			.sort((one, other) => one.endsAt - other.endsAt);
		if (next) return toItem(next, look.now);
		throw unreadable ?? noPlacementsYet();
	},
};

async function readPlacements({ parameters, panel, timezone }: Look, knownIdFields: IdFields) {
	const chosenId = parameters.text(orderIdField);
	const chosenEnd = parameters.text(endDateField);
	const orders = ordersOfType(await panel.orders(), 'backlink');
	const { byKey, idFields } = identifyOrders(orders, ['backlink'], chosenId, knownIdFields);

	const placements: Placement[] = [];
	let unreadable: PollFailure | undefined;
	if (orders.length === 0) return { placements, idFields, unreadable };
	const field = findField(END_DATE, chosenEnd, orders);
	const readDate = dateReader(timezone);
	for (const [key, order] of byKey) {
		const value = order[field];
		if (value === undefined || value === null || value === '') continue;
		const endsAt = readDate(value);
		if (endsAt === undefined) unreadable ??= unreadableDate(field, value);
		else placements.push({ key, order, endsAt });
	}
	return { placements, idFields, unreadable };
}

function toItem({ order, endsAt }: Placement, now: number): IDataObject {
	return withFurtherFields(order, {
		endsAt: new Date(endsAt).toISOString(),
		daysLeft: Math.round(((endsAt - now) / DAY_MS) * 100) / 100,
	});
}

function unreadableDate(field: string, value: unknown): PollFailure {
	return unfitSetting(
		`“${oneLine(field)}” holds ${oneLine(value).slice(0, 80)}, which cannot be read as a date`,
		'Dates are read as ISO 8601 (2026-12-31T23:59:59Z), as 2026-12-31 23:59:59, and as epoch seconds or milliseconds. Choose another field in “End Date Field”.',
	);
}
