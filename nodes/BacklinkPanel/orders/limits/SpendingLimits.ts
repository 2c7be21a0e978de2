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
	/** Lets the next one go, where orders go one at a time. */
	leave(): void;
}

/**
 * Keeps the orders of a run within the limits that the user set. What is in flight counts as spent, and
 * so does an order whose outcome is unknown, for good.
 */
export class SpendingLimits {
	/** What a real run would do now, at the prices known by now; `lacking`: what the balance cannot pay. */
	readonly dryRun = { orders: 0, credits: 0, creditsBefore: 0, lacking: 0, isPriceOpen: false };
	private reading: Promise<PanelFailure | undefined> | undefined;
	private readingForDryRun: Promise<PanelFailure | undefined> | undefined;
	private isBalanceRead = false;

	/** @param ask asks the service for the balance */
	constructor(
		private readonly account: AccountCredits,
		private readonly journal: OrderJournal,
		private readonly ask: (options: SendOptions) => Promise<number | PanelFailure>,
	) {}

	/** The credits on the account; undefined unless this run asked the service for them. */
	get balanceLeft(): number | undefined {
		return this.isBalanceRead ? this.account.left : undefined;
	}

	/** Sets credits aside for an order, or says why it must not be sent. */
	async reserve(item: PreparedOrder, options: SendOptions): Promise<Reservation | PanelFailure> {
		const { price, maxCredits, minimumBalance } = item;
		const unread = minimumBalance === undefined ? undefined : await this.readBalance(options);
		if (unread) return unread;
		const isLimited = maxCredits !== undefined || minimumBalance !== undefined;
		const leave = isLimited ? await this.account.enterAlone(price, options.signal) : () => {};
		if (!leave) return stoppedFailure();

		// From here on without a pause, so that nothing slips in between.
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

	end({ credits, leave }: Reservation, item: PreparedOrder, outcome: OrderOutcome): void {
		const { kind, answer } = outcome;
		const isPaid = kind === 'paid';
		const told = item.amounts(answer);
		const cost = isPaid ? amount(told.cost) : undefined;
		const unitPrice = Math.max(amount(told.unitPrice) ?? 0, (cost ?? 0) / item.price.units);
		// An answer that shows no price leaves it unknown, so that orders go on one by one.
		if (cost !== undefined || unitPrice > 0) this.account.learn(item.price, unitPrice);
		const spent = this.spentBy(item, kind, cost);
		this.journal.count(spent - credits);
		this.account.end(credits, spent, isPaid ? told.balanceAfter : undefined);
		leave();
	}

	/** Counts an order that an earlier execution may have sent, or has, to what this execution may spend. */
	countEarlier(item: PreparedOrder): void {
		this.journal.count(this.spentBy(item, 'unknown'));
	}

	/**
	 * Says what a real run would pay for the order, or why it would not send it. A balance that cannot be
	 * read is the failure of those alone that need it; but a key that is not accepted would end every order.
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
		journal.recordDryRun(item, dryRun.credits);
		return credits;
	}

	/** Why an order must not be sent. @param planned credits that are to be spent before it */
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

	/** Returns why it could not be read. */
	private async readBalance(options: SendOptions): Promise<PanelFailure | undefined> {
		this.reading ??= this.account.read(async () => await this.ask(options));
		const unread = await this.reading;
		this.isBalanceRead = unread === undefined;
		// The next item reads it again.
		if (unread) this.reading = undefined;
		return unread;
	}

	/** An article may go to any number of sites: as long as none is known, it may have cost any amount. */
	private spentBy({ price }: PreparedOrder, kind: OrderOutcomeKind, cost?: number): number {
		if (kind === 'notCharged') return 0;
		const isAnyAmount = kind === 'unknown' && price.isOpen && !this.account.isPriceKnown(price);
		return isAnyAmount ? Number.POSITIVE_INFINITY : (cost ?? this.account.priceOf(price));
	}
}

/** An article whose answer was lost while its price was not known may have cost any amount. */
function inWords(credits: number): string {
	return Number.isFinite(credits) ? String(credits) : 'an unknown number';
}

/** Below 0 or without end, a number in an answer is no amount: it would widen a limit. */
function amount(told = Number.NaN): number | undefined {
	return Number.isFinite(told) && told >= 0 ? told : undefined;
}
