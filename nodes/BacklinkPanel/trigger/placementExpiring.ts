import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { type PlainValue, valueInRole } from '../api/orderFieldRoles';
import { simplifyField } from '../api/simplifiedOrder';
import { asChosen, chosenField, fieldOfRole, valuesInRole } from './orderFields';
import { orderToItem, type TrackedOrder, trackOrders } from './trackOrders';
import { nothingToShow, type PollContext, type TriggerEvent } from './TriggerEvent';

const DAY_MS = 86_400_000;

const withinDays: INodeProperties = {
	displayName: 'Days Before End',
	name: 'withinDays',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 3_650 },
	default: 7,
	description: 'How many days before its end a placement starts the workflow',
};

/** End date with which a placement was last emitted, in ms; 0 = never emitted. */
type EmittedEnd = number;
type Placement = TrackedOrder<EmittedEnd>;

export const placementExpiring: TriggerEvent = {
	value: 'placementExpiring',
	name: 'Placement Expiring',
	description: 'When a backlink placement is about to end, once for each',
	fields: [withinDays, simplifyField],
	options: [fieldOfRole.endsAt, fieldOfRole.id],
	poll: async (context, state) => {
		const windowMs = context.parameters.number(withinDays) * DAY_MS;
		const toItem = expiringItem(context);
		const { endOf, remember } = await readPlacements(context, state);
		const due = [...endOf].filter(([{ before = 0 }, end]) => {
			const isNear = end > context.now && end <= context.now + windowMs;
			// Emits a placement again only after an extension: its end moved by more than the window.
			return isNear && end - before > windowMs;
		});
		const emitted = new Map(due);
		return {
			items: due.map(toItem),
			state: remember((placement) => emitted.get(placement) ?? placement.before ?? 0),
		};
	},
	sample: async (context) => {
		const { endOf } = await readPlacements(context, undefined);
		const [next] = [...endOf]
			.filter(([, end]) => end > context.now)
			.sort(([, end], [, other]) => end - other);
		if (next) return expiringItem(context)(next);
		throw nothingToShow('placements');
	},
};

async function readPlacements(context: PollContext, state: IDataObject | undefined) {
	const tracked = await trackOrders<EmittedEnd>(context, ['backlink'], state);
	return { ...tracked, endOf: valuesInRole(context, tracked.orders, 'endsAt', readDate) };
}

function expiringItem(context: PollContext): (due: [Placement, number]) => IDataObject {
	const toItem = orderToItem(context);
	const field = chosenField(context.parameters, 'endsAt');
	return ([placement, end]) => {
		const daysLeft = Math.round(((end - context.now) / DAY_MS) * 100) / 100;
		const endsAt = valueInRole('endsAt', asChosen(placement.order, 'endsAt', field));
		return toItem(placement, { endsAt }, { daysLeft });
	};
}

const DATE =
	/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;
/** Matches times in seconds or ms since 1970, from 2001 on; shorter numbers are no times. */
const EPOCH = /^\d{10}(\d{3})?$/;

/**
 * Reads ISO 8601, `YYYY-MM-DD HH:mm:ss`, and seconds or milliseconds since 1970. A date without a time zone
 * is in UTC. A date without a time counts until the end of the day.
 *
 * @returns the time in ms; undefined for anything else
 */
export function readDate(value: PlainValue): number | undefined {
	const text = String(value).trim();
	if (EPOCH.test(text)) return Number(text.padEnd(13, '0'));
	const [match, day, time = '23:59:59', zone = 'Z'] = DATE.exec(text) ?? [];
	if (match === undefined) return undefined;
	const offset = zone.length === 3 ? `${zone}:00` : zone;
	const parsed = Date.parse(`${day}T${time}${offset}`.toUpperCase());
	return Number.isNaN(parsed) ? undefined : parsed;
}
