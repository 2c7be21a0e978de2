import type { SendingLimits, Stopped } from '../api/panelClient';
import { failure, type PanelFailure } from '../errors/panelFailure';
import type { Price } from '../operations/Operation';

/** What an item allows to be spent; undefined = no limit. In credits. */
export interface SpendingRules {
	/** At most this much in this run, over all items. */
	maxCredits: number | undefined;
	/** At least this much has to stay on the account. */
	minimumBalance: number | undefined;
}

/** Credits set aside for an order; `settle` has to be told what became of it. */
export interface Reservation {
	kind: 'reservation';
	credits: number;
	/** Whether others wait for this one to learn the price. */
	isPilot: boolean;
}

/**
 * Keeps a run within its spending limits. Orders under way count as spent, and so do orders whose
 * outcome is unknown. An open price shows only afterwards: the first such order goes alone, and what
 * it cost is the estimate for the next ones.
 */
export class SpendingLimits {
	/** Set aside for orders under way. */
	private reserved = 0;
	/** On the account, not counting orders under way; known once it was asked for. */
	private balance: number | undefined;
	private balanceRead: Promise<number | PanelFailure | Stopped> | undefined;
	private priceSeen: number | undefined;
	private pilot: Promise<void> | undefined;
	private endPilot: () => void = () => {};

	/**
	 * @param spent certainly or possibly spent in earlier tries of this run
	 * @param readBalance asks the service; used only where a minimum balance is set
	 */
	constructor(
		private spent: number,
		private readonly readBalance: (
			limits: SendingLimits,
		) => Promise<number | PanelFailure | Stopped>,
	) {}

	/**
	 * Sets credits aside for an order, or says why it must not be sent.
	 *
	 * @param limits for asking the balance, where that is needed
	 */
	async reserve(
		rules: SpendingRules,
		price: Price,
		limits: SendingLimits,
	): Promise<Reservation | PanelFailure | Stopped> {
		const unread = rules.minimumBalance === undefined ? undefined : await this.learnBalance(limits);
		if (unread) return unread;
		const isLimited = rules.maxCredits !== undefined || rules.minimumBalance !== undefined;
		const isPilot = price.isOpen && isLimited && (await this.becomesPilot());

		// From here to the reservation nothing may wait: orders of other items would slip in between.
		const credits = price.isOpen ? (this.priceSeen ?? price.least) : price.least;
		const refusal = this.exceedsMaxCredits(rules, credits) ?? this.goesBelowMinimum(rules, credits);
		if (refusal) {
			if (isPilot) this.endPilot();
			return refusal;
		}
		this.reserved += credits;
		return { kind: 'reservation', credits, isPilot };
	}

	/**
	 * @param cost what the order cost; undefined if that is unknown: then what was set aside counts
	 * @param balanceAfter the balance that the service told, if it did
	 */
	settle(reservation: Reservation, cost: number | undefined, balanceAfter?: number): void {
		this.reserved -= reservation.credits;
		const counted = cost ?? reservation.credits;
		this.spent += counted;
		if (this.balance !== undefined) {
			// Answers may overtake each other, so the lower figure is the newer one.
			this.balance = Math.min(this.balance - counted, balanceAfter ?? Infinity);
		}
		if (cost !== undefined && cost > 0) this.priceSeen = cost;
		if (reservation.isPilot) this.endPilot();
	}

	private async becomesPilot(): Promise<boolean> {
		while (this.priceSeen === undefined && this.pilot) await this.pilot;
		if (this.priceSeen !== undefined) return false;
		this.pilot = new Promise((resolve) => {
			this.endPilot = () => {
				this.pilot = undefined;
				resolve();
			};
		});
		return true;
	}

	private exceedsMaxCredits(
		{ maxCredits }: SpendingRules,
		credits: number,
	): PanelFailure | undefined {
		const taken = this.spent + this.reserved;
		if (maxCredits === undefined || taken + credits <= maxCredits) return undefined;
		return failure('maxCredits', {
			spendsCredits: true,
			detail: `This order would cost ${credits} credits; of ${maxCredits} for this run, ${taken} are spent or on order.`,
		});
	}

	private goesBelowMinimum(
		{ minimumBalance }: SpendingRules,
		credits: number,
	): PanelFailure | undefined {
		if (minimumBalance === undefined || this.balance === undefined) return undefined;
		const left = this.balance - this.reserved - credits;
		if (left >= minimumBalance) return undefined;
		return failure('minimumBalance', {
			spendsCredits: true,
			detail: `This order would cost ${credits} credits and leave ${left}; ${minimumBalance} are to stay.`,
		});
	}

	/** Asks once, for all items that wait for it; again after it did not work. */
	private async learnBalance(limits: SendingLimits): Promise<PanelFailure | Stopped | undefined> {
		if (this.balance !== undefined) return undefined;
		this.balanceRead ??= this.readBalance(limits);
		const answer = await this.balanceRead;
		this.balanceRead = undefined;
		if (typeof answer !== 'number') return answer;
		this.balance ??= answer;
		return undefined;
	}
}
