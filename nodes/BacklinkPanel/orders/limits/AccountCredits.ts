import type { Account } from '../../api/Account';
import { roundedCredits } from '../../api/credits';
import type { PanelFailure } from '../../errors/panelFailure';
import type { OrderPricing } from '../../operations/Operation';
import { enterSingleFlight } from '../singleFlight';

/** The credits of one account, as this process knows them; shared by all its executions. */
export class AccountCredits {
	/** The highest price of a unit that answers have shown, by operation. */
	private readonly unitPrices = new Map<string, number>();
	private inFlight = 0;
	/** Certainly or possibly spent by this process. */
	private spent = 0;
	/** The balance that the service told, and how much had been spent when it was asked. */
	private told = { balance: 0, spent: 0 };

	constructor(private readonly identity: string) {}

	/** The credits that are left when all is paid that is in flight; of use once the balance was read. */
	get left(): number {
		const { balance, spent } = this.told;
		return roundedCredits(balance - (this.spent - spent) - this.inFlight);
	}

	isPriceKnown({ operation }: OrderPricing): boolean {
		return this.unitPrices.has(operation);
	}

	/** The one price of an order: the highest that answers have shown, at least the documented one. */
	priceOf({ operation, documentedPrice, units }: OrderPricing): number {
		const shown = this.unitPrices.get(operation) ?? 0;
		return roundedCredits(units * Math.max(documentedPrice, shown));
	}

	learn({ operation }: OrderPricing, unitPrice: number): void {
		this.unitPrices.set(operation, Math.max(unitPrice, this.unitPrices.get(operation) ?? 0));
	}

	/**
	 * While the price is not known, orders that have a limit go one at a time: an answer tells it.
	 *
	 * @returns a function that lets the next one go, or undefined if the signal came first
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

	/** Sets credits aside, from this moment until `end`. */
	reserve(credits: number): void {
		this.inFlight = roundedCredits(this.inFlight + credits);
	}

	/**
	 * @param spent Infinity = any amount: nothing is left until the balance is read again
	 * @param balanceAfter the balance that the answer tells
	 */
	end(reserved: number, spent: number, balanceAfter = Number.NaN): void {
		this.reserve(-reserved);
		if (Number.isFinite(spent)) this.spent = roundedCredits(this.spent + spent);
		else this.told = { balance: Number.NEGATIVE_INFINITY, spent: this.spent };
		// Less than our own orders explain: somebody else has spent credits, too.
		const left = balanceAfter + this.inFlight;
		if (left < this.left + this.inFlight) this.told = { balance: left, spent: this.spent };
	}

	/**
	 * Reads the balance. The service may or may not have charged for orders in flight, so these count besides.
	 *
	 * @returns why it could not be read
	 */
	async read(ask: () => Promise<number | PanelFailure>): Promise<PanelFailure | undefined> {
		const { spent } = this;
		const balance = await ask();
		if (typeof balance !== 'number') return balance;
		this.told = { balance, spent };
		return undefined;
	}
}

/** Kept as long as the accounts themselves. */
const creditsOfAccounts = new WeakMap<Account, AccountCredits>();

export function accountCreditsOf(account: Account): AccountCredits {
	const credits = creditsOfAccounts.get(account) ?? new AccountCredits(account.identity);
	creditsOfAccounts.set(account, credits);
	return credits;
}
