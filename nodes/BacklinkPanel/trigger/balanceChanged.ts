import { roundedCredits } from '../api/credits';
import type { TriggerEvent } from './TriggerEvent';

type BalanceChangedState = { bakiye: number };

export const balanceChanged: TriggerEvent = {
	value: 'balanceChanged',
	name: 'Balance Changed',
	description: 'When credits were spent or added since the last poll',
	fields: [],
	poll: async ({ panel }, state) => {
		const bakiye = await panel.balance();
		const next: BalanceChangedState = { bakiye };
		if (state === undefined) return { items: [], state: next };
		// Safe cast: the state is what the event's last poll returned.
		const { bakiye: previousBakiye } = state as BalanceChangedState;
		const difference = roundedCredits(bakiye - previousBakiye);
		return { items: difference === 0 ? [] : [{ bakiye, previousBakiye, difference }], state: next };
	},
	sample: async ({ panel }) => ({
		bakiye: await panel.balance(),
		previousBakiye: null,
		difference: null,
	}),
};
