import type { INodeProperties } from 'n8n-workflow';

import { roundedCredits } from '../api/credits';
import { isOtherAccount } from './credentialChange';
import type { TriggerEvent } from './TriggerEvent';

const HOUR_MS = 3_600_000;

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
	displayName: 'Repeat After',
	name: 'repeatAfterHours',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 8_760 },
	default: 24,
	description:
		'How many hours the balance may stay low before the workflow is started again as a reminder. With 0, there are no reminders.',
};

type BalanceLowState = {
	bakiye: number;
	isLow: boolean;
	/** In ms; 0 while the balance has not been low yet. */
	emittedAt: number;
};

/** The balance is at or below a threshold: once, again after it was above, and as a reminder. */
export const balanceLow: TriggerEvent = {
	value: 'balanceLow',
	name: 'Balance Low',
	description: 'When the credits fall to a threshold or below: once, then as a reminder',
	fields: [threshold, repeatAfterHours],
	poll: async ({ parameters, panel, now, credentialChange, log }, state) => {
		const limit = parameters.number(threshold);
		const repeatAfterMs = parameters.number(repeatAfterHours) * HOUR_MS;
		const bakiye = await panel.balance();

		// Written below: a state is only handed back to its own event.
		const known = isOtherAccount(credentialChange, log.warn)
			? undefined
			: (state as BalanceLowState | undefined);
		const isLow = roundedCredits(bakiye) <= limit;
		// A clock that was ahead and is right again must not put off the next reminder until then.
		const emittedAt = Math.min(now, known?.emittedAt ?? 0);
		const isNews = isLow && !known?.isLow;
		const isReminder = isLow && repeatAfterMs > 0 && now - emittedAt >= repeatAfterMs;
		const isEmitted = isNews || isReminder;
		const next: BalanceLowState = { bakiye, isLow, emittedAt: isEmitted ? now : emittedAt };
		return {
			items: isEmitted
				? [{ bakiye, threshold: limit, previousBakiye: known ? known.bakiye : null }]
				: [],
			state: next,
		};
	},
	sample: async ({ parameters, panel }) => ({
		bakiye: await panel.balance(),
		threshold: parameters.number(threshold),
		previousBakiye: null,
	}),
};
