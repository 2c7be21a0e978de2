import type { SendOptions } from '../../api/panelClient';
import { creditsInWords } from '../../errors/documentedConstants';
import { failure, type PanelFailure } from '../../errors/panelFailure';
import type { OrderPricing } from '../../operations/itemPlan';
import type { ItemSpendingLimits } from '../../operations/prepareItem';
import type { AccountCredits, Reservation, ReservationResult } from './AccountCredits';
import {
	repriceUnknown,
	addPaid,
	addUnknown,
	hasUnpriced,
	type SpentCredits,
	sumOfCredits,
} from './spentCredits';
import type { BalanceResult } from './TrackedBalance';

/** What became of an order. */
export type Settlement =
	| {
			kind: 'paid';
			/** What it cost; what is no amount counts as the highest plausible price. */
			credits: number | undefined;
			/** The highest plausible price of one unit that the answer shows. */
			unitPrice?: number;
			/** The balance that the answer tells. */
			balanceAfter?: number;
	  }
	| {
			/** It was certainly not charged. */
			kind: 'released';
			/** As above: an article that no site took still shows how many there are. */
			unitPrice?: number;
	  }
	| { kind: 'unknown' };

/**
 * Keeps the orders of a run within the limits that the user set. What is in flight counts as spent, and
 * so does an order whose outcome is unknown, both at the highest plausible price.
 */
export class SpendingLimits {
	/** A balance that was read before this run began may be anything by now. */
	private readonly readsBefore: number;

	/**
	 * @param readBalance asks the service; called only where a minimum balance is set
	 */
	constructor(
		private readonly account: AccountCredits,
		private readonly spent: SpentCredits,
		private readonly readBalance: (limits: SendOptions) => Promise<BalanceResult>,
	) {
		this.readsBefore = account.balance.readsBegun;
	}

	/**
	 * Sets credits aside for an order, or says why it must not be sent. Whoever has a reservation has
	 * to settle it whatever happens: others may wait for it.
	 *
	 * @param limits for reading the balance; its signal ends every wait
	 */
	async reserve(
		rules: ItemSpendingLimits,
		price: OrderPricing,
		limits: SendOptions,
	): Promise<ReservationResult> {
		const { maxCredits, minimumBalance } = rules;
		const order = {
			price,
			isLimited: maxCredits !== undefined || minimumBalance !== undefined,
			readsBefore: minimumBalance === undefined ? undefined : this.readsBefore,
			readBalance: async () => await this.readBalance(limits),
			decide: () => this.refusal(rules, price) ?? this.account.inFlight.add(price, this.spent),
		};
		return await this.account.queue.reserve(order, limits.signal);
	}

	/** Tells what became of an order. */
	settle(reservation: Reservation, outcome: Settlement): void {
		const { inFlight, prices, balance, queue } = this.account;
		if (!inFlight.remove(reservation)) return;
		const { price, isAlone } = reservation;
		if (outcome.kind === 'unknown') {
			for (const spent of this.tallies) addUnknown(spent, price, prices);
		} else {
			this.learnPrice(price, outcome);
		}
		if (outcome.kind === 'paid') {
			const cost = amount(outcome.credits) ?? prices.whole(price);
			for (const spent of this.tallies) addPaid(spent, cost);
			const { balanceAfter = Number.NaN } = outcome;
			if (isAlone && Number.isFinite(balanceAfter)) balance.set(balanceAfter);
		}
		this.account.markUsed();
		queue.processWaiting();
	}

	/** Counts an order of an earlier retry. What it cost is not known here, so its highest plausible price counts. */
	countEarlierOrder(price: OrderPricing): void {
		addUnknown(this.spent, price, this.account.prices);
	}

	/** The credits on the account; undefined unless this run asked the service for them. */
	get balanceLeft(): number | undefined {
		const { balance } = this.account;
		return balance.isReadAfter(this.readsBefore) ? balance.credits : undefined;
	}

	/** Where an order counts: to this execution, and to the account. */
	private get tallies(): SpentCredits[] {
		return [this.spent, this.account.balance.spentSince];
	}

	/** An answer that shows no price leaves it unknown, so that orders go on one by one. */
	private learnPrice(price: OrderPricing, outcome: Exclude<Settlement, { kind: 'unknown' }>): void {
		const cost = outcome.kind === 'paid' ? amount(outcome.credits) : undefined;
		const shown = Math.max((cost ?? 0) / price.units, amount(outcome.unitPrice) ?? 0);
		if (cost !== undefined || shown > 0) this.account.prices.learn(price, shown);
		this.countAtKnownPrices(price);
	}

	private countAtKnownPrices(price: OrderPricing): void {
		for (const spent of this.tallies) repriceUnknown(spent, price, this.account.prices);
	}

	private refusal(rules: ItemSpendingLimits, price: OrderPricing): PanelFailure | undefined {
		this.countAtKnownPrices(price);
		return this.exceedsMaxCredits(rules, price) ?? this.goesBelowMinimum(rules, price);
	}

	private exceedsMaxCredits(
		{ maxCredits }: ItemSpendingLimits,
		price: OrderPricing,
	): PanelFailure | undefined {
		if (maxCredits === undefined) return undefined;
		if (hasUnpriced(this.spent, price)) return refused('maxCredits', PRICE_UNKNOWN);
		const { prices, inFlight } = this.account;
		const credits = prices.whole(price);
		const taken = sumOfCredits(this.spent.credits, inFlight.credits(this.spent));
		if (sumOfCredits(taken, credits) <= maxCredits) return undefined;
		return refused(
			'maxCredits',
			`This order may cost ${creditsInWords(credits)}. Of the ${maxCredits} for this execution, ${taken} are spent or reserved.`,
		);
	}

	private goesBelowMinimum(
		{ minimumBalance }: ItemSpendingLimits,
		price: OrderPricing,
	): PanelFailure | undefined {
		const { prices, inFlight, balance } = this.account;
		if (minimumBalance === undefined) return undefined;
		if (this.tallies.some((spent) => hasUnpriced(spent, price))) {
			return refused('minimumBalance', PRICE_UNKNOWN);
		}
		const credits = prices.whole(price);
		const left = sumOfCredits(balance.credits, -inFlight.credits(), -credits);
		if (left >= minimumBalance) return undefined;
		return refused(
			'minimumBalance',
			`This order may cost ${creditsInWords(credits)} and leave ${left}, which is less than ${minimumBalance}.`,
		);
	}
}

const PRICE_UNKNOWN = 'The price is not known yet, and there is no answer to an earlier order.';

function refused(reason: 'maxCredits' | 'minimumBalance', detail: string): PanelFailure {
	return failure(reason, { detail });
}

/** Below 0 or without end, a number in an answer is no amount: it would widen a limit. */
function amount(told = Number.NaN): number | undefined {
	return Number.isFinite(told) && told >= 0 ? told : undefined;
}
