import type { AccountCredits } from '../../nodes/BacklinkPanel/orders/spending/AccountCredits.ts';
import {
	type Settlement,
	SpendingLimits,
} from '../../nodes/BacklinkPanel/orders/spending/SpendingLimits.ts';
import {
	nothingSpent,
	type SpentCredits,
} from '../../nodes/BacklinkPanel/orders/spending/spentCredits.ts';
import type { BalanceResult } from '../../nodes/BacklinkPanel/orders/spending/TrackedBalance.ts';
import type { OrderPricing } from '../../nodes/BacklinkPanel/operations/itemPlan.ts';
import type { ItemSpendingLimits } from '../../nodes/BacklinkPanel/operations/prepareItem.ts';

export type Decision = Awaited<ReturnType<SpendingLimits['reserve']>>;
type Reservation = Extract<Decision, { kind: 'reservation' }>;

export const backlink = (months = 1): OrderPricing => ({
	operation: 'backlink create',
	units: months,
	documentedPrice: 1,
	isOpen: false,
});
export const article: OrderPricing = {
	operation: 'article publish',
	units: 1,
	documentedPrice: 10,
	isOpen: true,
};

export const noLimit: ItemSpendingLimits = { maxCredits: undefined, minimumBalance: undefined };
export const most = (maxCredits: number): ItemSpendingLimits => ({ ...noLimit, maxCredits });
export const keep = (minimumBalance: number): ItemSpendingLimits => ({
	...noLimit,
	minimumBalance,
});

/** An answer that tells what the backlink cost. */
export const cost = (credits: number, months = 1): Settlement => ({
	kind: 'paid',
	credits,
	unitPrice: credits / months,
});
/** An article that so many sites of the network took. */
export const published = (sites: number, network: number): Settlement => ({
	kind: 'paid',
	credits: 10 * sites,
	unitPrice: 10 * network,
});
export const free: Settlement = { kind: 'released' };
export const unknown: Settlement = { kind: 'unknown' };

export const sending = (signal?: AbortSignal) => ({
	timeoutMs: 1000,
	maxRateLimitWaitMs: 1000,
	signal,
});

/** A run of the node; without `spent` it is the only one of its execution. */
export function startRun(
	account: AccountCredits,
	rules: ItemSpendingLimits,
	spent: SpentCredits = nothingSpent(),
	readBalance: () => Promise<BalanceResult> = () => Promise.reject(new Error('Not to be read')),
) {
	const limits = new SpendingLimits(account, spent, readBalance);
	const reserve = async (price: OrderPricing, signal?: AbortSignal) =>
		await limits.reserve(rules, price, sending(signal));
	return {
		spent,
		limits,
		reserve,
		settle: (decision: Decision, outcome: Settlement) => {
			limits.settle(granted(decision), outcome);
		},
		/** An order from beginning to end. */
		order: async (price: OrderPricing, outcome: Settlement): Promise<Decision> => {
			const decision = await reserve(price);
			if (decision.kind === 'reservation') limits.settle(decision, outcome);
			return decision;
		},
	};
}

export function granted(decision: Decision): Reservation {
	if (decision.kind !== 'reservation') throw new Error(`Not reserved: ${JSON.stringify(decision)}`);
	return decision;
}

/** All that can happen without anything from outside has happened. */
export const rest = async () => await new Promise((resolve) => setImmediate(resolve));

/** Whether a decision still waits. */
export async function waits(decision: Promise<unknown>): Promise<boolean> {
	let isWaiting = true;
	const end = () => {
		isWaiting = false;
	};
	decision.then(end, end);
	await rest();
	return isWaiting;
}

/** How many of the same orders, one after another, are granted. */
export async function granting(
	run: ReturnType<typeof startRun>,
	orders: number,
	price: OrderPricing,
	outcome: Settlement,
): Promise<number> {
	let count = 0;
	for (let order = 0; order < orders; order++) {
		if ((await run.order(price, outcome)).kind === 'reservation') count += 1;
	}
	return count;
}
