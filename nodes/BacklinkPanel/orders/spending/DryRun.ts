import type { SendOptions } from '../../api/panelClient';
import type { OrderPricing } from '../../operations/itemPlan';
import type { ItemSpendingLimits } from '../../operations/prepareItem';
import { AccountCredits, type ReservationResult } from './AccountCredits';
import { SpendingLimits } from './SpendingLimits';
import { type SpentCredits, sumOfCredits } from './spentCredits';
import type { BalanceResult } from './TrackedBalance';

/** What a real run would do now. */
interface DryRunTotals {
	orders: number;
	/** At the highest plausible price. */
	credits: number;
}

/**
 * The limits of a run in which nothing is sent: the rules of a real run on a copy of what is known,
 * where each order is paid at once, at its highest plausible price. The balance is read once in any
 * case, since the totals tell it.
 */
export class DryRun {
	readonly totals: DryRunTotals = { orders: 0, credits: 0 };
	/** Whether it may cost more: how many sites an article goes to shows in the answer to the first. */
	mayCostMore = false;
	/** The credits on the account; undefined if they could not be read. */
	balance: number | undefined;
	private readonly limits: SpendingLimits;
	private reading: Promise<BalanceResult> | undefined;

	/**
	 * What it is given stays as it is, but for being read.
	 *
	 * @param creditsBefore what other dry runs of this execution came to
	 */
	constructor(
		private readonly account: AccountCredits,
		spent: SpentCredits,
		private readonly readBalance: (limits: SendOptions) => Promise<BalanceResult>,
		readonly creditsBefore: number,
	) {
		const { prices, inFlight } = account;
		const spentByNow: SpentCredits = {
			credits: sumOfCredits(spent.credits, inFlight.credits(spent), creditsBefore),
			unpriced: { ...spent.unpriced },
		};
		const onOrder = sumOfCredits(inFlight.credits(), creditsBefore);
		this.limits = new SpendingLimits(
			new AccountCredits(prices.copy()),
			spentByNow,
			async (limits) => lessOnOrder(await this.readOnce(limits), onOrder),
		);
	}

	/**
	 * Says whether a real run would send the order. A balance that cannot be read is the failure of
	 * those alone that need it; but a key that is not accepted would be the end of every order.
	 */
	async reserve(
		rules: ItemSpendingLimits,
		price: OrderPricing,
		limits: SendOptions,
	): Promise<ReservationResult> {
		const balance = await this.readOnce(limits);
		if (typeof balance !== 'number') {
			if (balance.kind === 'stopped' || balance.reason === 'yetkisiz') return balance;
		}
		const result = await this.limits.reserve(rules, price, limits);
		if (result.kind === 'reservation') {
			this.limits.settle(result, { kind: 'paid', credits: result.credits });
			this.totals.orders += 1;
			this.mayCostMore ||= price.isOpen && !this.account.prices.isKnown(price);
			this.totals.credits = sumOfCredits(this.totals.credits, result.credits);
		}
		return result;
	}

	private async readOnce(limits: SendOptions): Promise<BalanceResult> {
		this.reading ??= this.readBalance(limits);
		const answer = await this.reading;
		if (typeof answer === 'number') this.balance = answer;
		return answer;
	}
}

/** Whether the service has charged yet for what is in flight, nobody knows; so it may have to. */
function lessOnOrder(balance: BalanceResult, onOrder: number): BalanceResult {
	return typeof balance === 'number' ? sumOfCredits(balance, -onOrder) : balance;
}
