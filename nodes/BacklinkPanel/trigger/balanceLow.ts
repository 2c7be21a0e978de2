import type { INodeProperties } from 'n8n-workflow';

import { roundedCredits } from '../api/credits';
import type { TriggerEvent } from './TriggerEvent';

const HOUR_MS = 3_600_000;
/** Time in ms by which a reminder may come early, because a daily poll may come a little early. */
const TOLERANCE_MS = 60_000;

const threshold: INodeProperties = {
	displayName: 'Threshold',
	name: 'threshold',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 1_000_000_000 },
	required: true,
	default: 50,
	description: 'Starts the workflow when this many credits or fewer are left',
};

const repeatAfterHours: INodeProperties = {
	displayName: 'Repeat After (Hours)',
	name: 'repeatAfterHours',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 8_760 },
	default: 24,
	description: 'When to remind again while the balance stays low. 0 = never.',
};

type BalanceLowState = {
	bakiye: number;
	isLow: boolean;
	/** Time in ms from which the next reminder counts; 0 = never emitted. */
	emittedAt: number;
};

export const balanceLow: TriggerEvent = {
	value: 'balanceLow',
	name: 'Balance Low',
	description: 'When the credits fall to a threshold or below: once, then as a reminder',
	fields: [threshold, repeatAfterHours],
	poll: async ({ parameters, panel, now }, state) => {
		const thresholdCredits = parameters.number(threshold);
		const repeatAfterMs = parameters.number(repeatAfterHours) * HOUR_MS;
		const bakiye = await panel.balance();

		// Safe cast: the state is what the event's last poll returned.
		const known = state as BalanceLowState | undefined;
		const isLow = roundedCredits(bakiye) <= thresholdCredits;
		// Corrects a time in the future: after an early reminder, or from a clock that was set back since.
		const emittedAt = Math.min(known?.emittedAt ?? 0, now);
		const isNews = isLow && !known?.isLow;
		const isDue = now - emittedAt >= repeatAfterMs - TOLERANCE_MS;
		const isReminder = isLow && repeatAfterMs > 0 && isDue;
		const isEmitted = isNews || isReminder;
		// Counts an early reminder from the time at which it was due, so that reminders do not come ever earlier.
		const countedAt = isNews ? now : Math.max(now, emittedAt + repeatAfterMs);
		const next: BalanceLowState = { bakiye, isLow, emittedAt: isEmitted ? countedAt : emittedAt };
		const item = { bakiye, threshold: thresholdCredits, previousBakiye: known?.bakiye ?? null };
		return { items: isEmitted ? [item] : [], state: next };
	},
	sample: async ({ parameters, panel }) => ({
		bakiye: await panel.balance(),
		threshold: parameters.number(threshold),
		previousBakiye: null,
	}),
};
