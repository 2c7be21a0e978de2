import type { INodeProperties } from 'n8n-workflow';

import type { PollContext, TriggerEvent } from './TriggerEvent';

const HOUR_MS = 3_600_000;

/** Finer than this no service counts; what is beyond comes from computing with binary fractions. */
const DECIMALS = 6;

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
	poll: async (context, state) => {
		const { parameters, panel, now } = context;
		const limit = parameters.number(threshold);
		const repeatAfterMs = parameters.number(repeatAfterHours) * HOUR_MS;
		const bakiye = await panel.balance();

		// Written below: a state is only handed back to its own event.
		const known = isOtherAccount(context) ? undefined : (state as BalanceLowState | undefined);
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

type BalanceChangedState = { bakiye: number };

/** The balance differs from the one of the last poll, whether credits were spent or added. */
export const balanceChanged: TriggerEvent = {
	value: 'balanceChanged',
	name: 'Balance Changed',
	description: 'When credits were spent or added since the last poll',
	fields: [],
	poll: async (context, state) => {
		const bakiye = await context.panel.balance();
		// Written below: a state is only handed back to its own event.
		const known = isOtherAccount(context) ? undefined : (state as BalanceChangedState | undefined);
		const next: BalanceChangedState = { bakiye };
		if (known === undefined) return { items: [], state: next };
		const { bakiye: previousBakiye } = known;
		const difference = roundedCredits(bakiye - previousBakiye);
		return { items: difference === 0 ? [] : [{ bakiye, previousBakiye, difference }], state: next };
	},
	sample: async ({ panel }) => ({
		bakiye: await panel.balance(),
		previousBakiye: null,
		difference: null,
	}),
};

/**
 * Whether a balance counts as that of another account, with a warning in the log. Another key in the same
 * credential is a renewed one: a change of the balance meanwhile must not be lost.
 */
function isOtherAccount({ credentialChange, log }: PollContext): boolean {
	const { isOtherCredential, isOtherKey } = credentialChange;
	if (isOtherCredential && isOtherKey) {
		log.warn(
			'The node uses another credential with another API key: this poll is the new baseline.',
		);
	} else if (isOtherKey) {
		log.warn(
			'The credential has another API key than at the last poll. The balance is still compared with the last one, because a key can be renewed.',
		);
	}
	return isOtherCredential && isOtherKey;
}

/** Credits to a millionth: 10.1 − 9.8 is 0.3 then, not 0.29999999999999893, and 0.1 + 0.2 is 0.3. */
function roundedCredits(credits: number): number {
	return Number(credits.toFixed(DECIMALS));
}
