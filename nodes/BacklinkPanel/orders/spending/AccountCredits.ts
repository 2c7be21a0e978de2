import { OrdersInFlight, ReservationQueue } from './ReservationQueue';
import { UnitPrices } from './spentCredits';
import { TrackedBalance } from './TrackedBalance';

const HOUR_MS = 3_600_000;

/** What this process knows of the credits of one account; shared by all its executions. */
export class AccountCredits {
	readonly inFlight: OrdersInFlight;
	readonly balance = new TrackedBalance();
	readonly queue: ReservationQueue;
	private usedAt = performance.now();

	constructor(readonly prices = new UnitPrices()) {
		this.inFlight = new OrdersInFlight(prices);
		this.queue = new ReservationQueue(prices, this.inFlight, this.balance);
	}

	/** To be told at each use, so that it is kept. */
	markUsed(): void {
		this.usedAt = performance.now();
	}

	/** Whether nothing is in flight, and nothing was for an hour. */
	get isUnused(): boolean {
		const isIdle = this.inFlight.isEmpty && this.queue.isEmpty;
		return isIdle && performance.now() - this.usedAt > HOUR_MS;
	}
}

const accounts = new Map<string, AccountCredits>();

/**
 * The one object of an account. It is freed an hour after its last use, when another is asked for.
 *
 * @param identity tells accounts apart: a hash of base URL and key
 */
export function accountCreditsOf(identity: string): AccountCredits {
	for (const [other, account] of accounts) {
		if (other !== identity && account.isUnused) accounts.delete(other);
	}
	const account = accounts.get(identity) ?? new AccountCredits();
	accounts.set(identity, account);
	account.markUsed();
	return account;
}
