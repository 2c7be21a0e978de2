import {
	type ClaimResult,
	type KeyedOrder,
	OrderClaims,
} from '../../nodes/BacklinkPanel/orders/store/OrderClaims.ts';
import { OrderStore } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import { RowsInMemory } from '../order-store/RowsInMemory.mts';

/** The claims of the runs of one workflow, on n8n's data in memory. */
export class ClaimsOfAWorkflow {
	readonly rows = new RowsInMemory();
	readonly scope = `workflow ${(workflowsSoFar += 1)}`;
	readonly store = this.newStore();
	/** A clock that cannot be set, in ms. */
	now = 0;

	newStore(): OrderStore {
		return new OrderStore(this.rows.functions, this.scope, this.rows.environment);
	}

	/** Those of a run at so many requests a minute; `next` are the orders whose turn is next. */
	at(requestsPerMinute: number, next: () => KeyedOrder[] = () => []) {
		const { store } = this;
		const claims = new OrderClaims(store, this.scope, next, requestsPerMinute, () => this.now);
		const sessions: string[][] = [];
		const ask = store.claim.bind(store);
		jest.spyOn(store, 'claim').mockImplementation(async (asked) => {
			sessions.push(asked.map(({ key }) => key));
			return await ask(asked);
		});
		/** What is known of each order by now. */
		const states = new Map<number, string>();
		/** The same, with the key that decided. */
		const found = new Map<number, ClaimResult | undefined>();
		/** Claims orders; they may have to wait for each other. */
		const claim = async (...some: KeyedOrder[]) => {
			const { signal } = new AbortController();
			for (const order of some) {
				void claims.claim(order, signal).then((claimed) => {
					states.set(order.itemIndex, claimed?.state ?? 'stopped');
					found.set(order.itemIndex, claimed);
				});
			}
			await rest();
		};
		return {
			claims,
			sessions,
			states,
			found,
			claim,
			sizes: () => sessions.map(({ length }) => length),
		};
	}

	/** What another execution finds. */
	async stateNow(key: string): Promise<string | undefined> {
		return (await this.newStore().claim([{ key, resendsUnknown: false }])).get(key);
	}

	/** Another execution has used some keys. */
	async used(outcome: 'paid' | 'unknown' | 'inFlight', ...keys: string[]): Promise<void> {
		const other = this.newStore();
		await other.claim(keys.map((key) => ({ key, resendsUnknown: false })));
		if (outcome !== 'inFlight') await other.conclude(keys.map((key) => ({ key, outcome })));
	}
}

let workflowsSoFar = 0;

/** An order with these keys, or with one of its own. */
export const orderOf = (itemIndex: number, ...keys: string[]): KeyedOrder => ({
	itemIndex,
	keys: keys.length > 0 ? keys : [`key ${itemIndex}`],
	resendsUnknown: false,
});
export const orders = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => orderOf(from + index));

/** All that can happen without anything from outside has happened. */
export async function rest(): Promise<void> {
	for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
