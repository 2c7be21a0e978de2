import type { Account } from '../../api/Account';
import { roundedCredits } from '../../api/credits';
import type { PanelFailure } from '../../errors/panelFailure';
import type { OrderPricing } from '../../operations/Operation';
import { enterSingleFlight } from '../singleFlight';

/** State of one account's credits in this process, shared by all executions of the process. */
export class AccountCredits {
	/** Highest price seen in answers, by operation: of a backlink for one month, or of an article. */
	private readonly unitPrices = new Map<string, number>();
	private inFlight = 0;
	/** Credits that this process has spent, or may have spent. */
	private spent = 0;
	/** Last known balance, and `spent` at that time. */
	private told = { balance: 0, spent: 0 };

	constructor(private readonly identity: string) {}

	/** Credits left after all orders in flight are paid; valid once the balance was read. */
	get left(): number {
		const { balance, spent } = this.told;
		return roundedCredits(balance - (this.spent - spent) - this.inFlight);
	}

	/** True if an answer has shown a price of this operation. */
	isPriceKnown({ operation }: OrderPricing): boolean {
		return this.unitPrices.has(operation);
	}

	/** Prices an order by the highest unit price in answers, or the documented one if higher. */
	priceOf({ operation, documentedPrice, units }: OrderPricing): number {
		const shown = this.unitPrices.get(operation) ?? 0;
		return roundedCredits(units * Math.max(documentedPrice, shown));
	}

	learn({ operation }: OrderPricing, unitPrice: number): void {
		this.unitPrices.set(operation, Math.max(unitPrice, this.unitPrices.get(operation) ?? 0));
	}

	/**
	 * Lets orders go one at a time until an answer shows the price: limits depend on it.
	 *
	 * @returns a function that lets the next order go; undefined after an abort
	 */
	async enterAlone(
		price: OrderPricing,
		signal: AbortSignal | undefined,
	): Promise<(() => void) | undefined> {
		if (this.isPriceKnown(price)) return () => {};
		const names = [`price of ${price.operation} for ${this.identity}`];
		const leave = await enterSingleFlight(names, signal);
		if (!leave || !this.isPriceKnown(price)) return leave;
		leave();
		return () => {};
	}

	reserve(credits: number): void {
		this.inFlight = roundedCredits(this.inFlight + credits);
	}

	/** Replaces reserved by spent credits. Unknown cost (Infinity) leaves no credits until a balance is read. */
	end(reserved: number, spent: number, balanceAfter = Number.NaN): void {
		this.reserve(-reserved);
		if (Number.isFinite(spent)) this.spent = roundedCredits(this.spent + spent);
		else this.told = { balance: Number.NEGATIVE_INFINITY, spent: this.spent };
		// Takes over a balance that is lower than expected: other clients have spent credits too.
		const left = balanceAfter + this.inFlight;
		if (left < this.left + this.inFlight) this.told = { balance: left, spent: this.spent };
	}

	/** Reads the balance, or returns the failure. `left` also subtracts orders in flight: they may be unpaid. */
	async read(ask: () => Promise<number | PanelFailure>): Promise<PanelFailure | undefined> {
		const { spent } = this;
		const balance = await ask();
		if (typeof balance !== 'number') return balance;
		this.told = { balance, spent };
		return undefined;
	}
}

const creditsOfAccounts = new WeakMap<Account, AccountCredits>();

/** Returns the credits of an account, kept as long as the account is in use. */
export function accountCreditsOf(account: Account): AccountCredits {
	const credits = creditsOfAccounts.get(account) ?? new AccountCredits(account.identity);
	creditsOfAccounts.set(account, credits);
	return credits;
}
