import { roundedCredits } from '../../api/credits';
import type { SendOptions } from '../../api/panelClient';
import { creditsInWords } from '../../errors/documentedConstants';
import { failure, isStopped, type PanelFailure, stoppedFailure } from '../../errors/panelFailure';
import type { PreparedOrder } from '../../operations/prepareItem';
import type { OrderJournal } from '../OrderJournal';
import type { OrderOutcome, OrderOutcomeKind } from '../orderOutcome';
import type { AccountCredits } from './AccountCredits';

/** Credits set aside for an order, until `SpendingLimits.end` counts its outcome. */
export interface Reservation {
	kind: 'reservation';
	credits: number;
	/** Lets the next order go, if orders go one at a time. */
	leave(): void;
}

/** Keeps a run's orders within the user's limits. Orders in flight or unknown count as spent. */
export class SpendingLimits {
	/** Totals of a dry run. `lacking`: credits of the orders that the balance does not cover. */
	readonly dryRun = { orders: 0, credits: 0, creditsBefore: 0, lacking: 0, isPriceOpen: false };
	private reading: Promise<PanelFailure | undefined> | undefined;
	private readingForDryRun: Promise<PanelFailure | undefined> | undefined;
	private isBalanceRead = false;

	constructor(
		private readonly account: AccountCredits,
		private readonly journal: OrderJournal,
		private readonly ask: (options: SendOptions) => Promise<number | PanelFailure>,
	) {}

	/** Credits left on the account; undefined unless this run has read the balance. */
	get balanceLeft(): number | undefined {
		return this.isBalanceRead ? this.account.left : undefined;
	}

	/** Sets credits aside for an order, or returns the reason not to send it. */
	async reserve(item: PreparedOrder, options: SendOptions): Promise<Reservation | PanelFailure> {
		const { price, maxCredits, minimumBalance } = item;
		const unread = minimumBalance === undefined ? undefined : await this.readBalance(options);
		if (unread) return unread;
		const isLimited = maxCredits !== undefined || minimumBalance !== undefined;
		const leave = isLimited ? await this.account.enterAlone(price, options.signal) : () => {};
		if (!leave) return stoppedFailure();

		// No `await` from here on: another order could reserve the same credits.
		const refusal = options.signal?.aborted ? stoppedFailure() : this.refusal(item, 0);
		if (refusal) {
			leave();
			return refusal;
		}
		const credits = this.account.priceOf(price);
		this.account.reserve(credits);
		this.journal.count(credits);
		return { kind: 'reservation', credits, leave };
	}

	/** Replaces reserved credits by the order's cost. */
	end({ credits, leave }: Reservation, item: PreparedOrder, outcome: OrderOutcome): void {
		const { kind, answer } = outcome;
		const isPaid = kind === 'paid';
		const told = item.amounts(answer);
		const cost = isPaid ? amount(told.cost) : undefined;
		const unitPrice = Math.max(amount(told.unitPrice) ?? 0, (cost ?? 0) / item.price.units);
		// Learns the price, after which orders no longer go one at a time.
		if (cost !== undefined || unitPrice > 0) this.account.learn(item.price, unitPrice);
		const spent = this.spentBy(item, kind, cost);
		this.journal.count(spent - credits);
		this.account.end(credits, spent, isPaid ? told.balanceAfter : undefined);
		leave();
	}

	/** Counts an unknown order of an earlier execution towards Max Credits. */
	countEarlier(item: PreparedOrder): void {
		this.journal.count(this.spentBy(item, 'unknown'));
	}

	/**
	 * Returns an order's price in a dry run, or the reason not to send it. An unreadable balance fails only
	 * orders with Minimum Balance; a refused API key or the end of the run fails all.
	 */
	async plan(item: PreparedOrder, options: SendOptions): Promise<number | PanelFailure> {
		const { price, minimumBalance } = item;
		const unread = await (this.readingForDryRun ??= this.readBalance(options));
		const isNeeded = minimumBalance !== undefined;
		if (unread && (isNeeded || isStopped(unread) || unread.reason === 'yetkisiz')) return unread;
		const { dryRun, journal, account } = this;
		dryRun.creditsBefore = journal.spentInOtherDryRuns(item);
		const planned = dryRun.credits + dryRun.creditsBefore;
		const refusal = this.refusal(item, planned);
		if (refusal) return refusal;
		const credits = account.priceOf(price);
		dryRun.isPriceOpen ||= price.isOpen && !account.isPriceKnown(price);
		if (!unread && roundedCredits(account.left - planned - credits) < 0) {
			dryRun.lacking = roundedCredits(dryRun.lacking + credits);
			return failure('krediYetersiz', { detail: '' });
		}
		dryRun.orders += 1;
		dryRun.credits = roundedCredits(dryRun.credits + credits);
		journal.rememberDryRun(item, dryRun.credits);
		return credits;
	}

	/** Returns a failure if an order breaks a limit. @param planned credits that a dry run has planned so far */
	private refusal(item: PreparedOrder, planned: number): PanelFailure | undefined {
		const { maxCredits, minimumBalance } = item;
		const credits = this.account.priceOf(item.price);
		const cost = `This order may cost ${creditsInWords(credits)}.`;
		const taken = roundedCredits(this.journal.spent + planned);
		if (maxCredits !== undefined && roundedCredits(taken + credits) > maxCredits) {
			const detail = `${cost} Of the ${maxCredits} for this execution, ${inWords(taken)} are spent or reserved.`;
			return failure('maxCredits', { detail });
		}
		const left = roundedCredits(this.account.left - planned - credits);
		if (minimumBalance !== undefined && left < minimumBalance) {
			const detail = `${cost} It may leave ${inWords(left)}, and ${minimumBalance} have to stay.`;
			return failure('minimumBalance', { detail });
		}
		return undefined;
	}

	/** Reads the balance once for all items, or returns the failure. */
	private async readBalance(options: SendOptions): Promise<PanelFailure | undefined> {
		this.reading ??= this.account.read(async () => await this.ask(options));
		const unread = await this.reading;
		this.isBalanceRead = unread === undefined;
		// After a failure, the next item reads the balance again.
		if (unread) this.reading = undefined;
		return unread;
	}

	/** Returns the cost of an order; an article of unknown outcome and price may cost any amount. */
	private spentBy({ price }: PreparedOrder, kind: OrderOutcomeKind, cost?: number): number {
		if (kind === 'notCharged') return 0;
		const isAnyAmount = kind === 'unknown' && price.isOpen && !this.account.isPriceKnown(price);
		return isAnyAmount ? Number.POSITIVE_INFINITY : (cost ?? this.account.priceOf(price));
	}
}

/** Formats credits. Infinity stands for an article of unknown outcome and price. */
function inWords(credits: number): string {
	return Number.isFinite(credits) ? String(credits) : 'an unknown number';
}

/** Drops an amount that no order costs: a negative or infinite number. */
function amount(told = Number.NaN): number | undefined {
	return Number.isFinite(told) && told >= 0 ? told : undefined;
}
