import { roundedCredits } from '../api/credits';
import { isOtherAccount } from './credentialChange';
import type { TriggerEvent } from './TriggerEvent';

type BalanceChangedState = { bakiye: number };

/** The balance differs from the one of the last poll, whether credits were spent or added. */
export const balanceChanged: TriggerEvent = {
	value: 'balanceChanged',
	name: 'Balance Changed',
	description: 'When credits were spent or added since the last poll',
	fields: [],
	poll: async ({ panel, credentialChange, log }, state) => {
		const bakiye = await panel.balance();
		// Written below: a state is only handed back to its own event.
		const known = isOtherAccount(credentialChange, log.warn)
			? undefined
			: (state as BalanceChangedState | undefined);
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
