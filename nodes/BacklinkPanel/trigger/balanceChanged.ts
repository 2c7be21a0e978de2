import type { TriggerEvent } from './TriggerEvent';

type BalanceChangedState = { bakiye: number };

/** The balance differs from the one of the last poll, whether credits were spent or added. */
export const balanceChanged: TriggerEvent = {
	value: 'balanceChanged',
	name: 'Balance Changed',
	description: 'When credits were spent or added since the last poll',
	fields: [],
	look: async ({ panel }, state) => {
		// Written below: a state is only handed back to its own event.
		const known = state as BalanceChangedState | undefined;
		const bakiye = await panel.balance();
		const previousBakiye = known?.bakiye;
		const items =
			previousBakiye === undefined || previousBakiye === bakiye
				? []
				: [{ bakiye, previousBakiye, difference: bakiye - previousBakiye }];
		const next: BalanceChangedState = { bakiye };
		return { items, state: next };
	},
	sample: async ({ panel }) => ({
		bakiye: await panel.balance(),
		previousBakiye: null,
		difference: null,
	}),
};
