import { FollowedBalance } from './TrackedBalance';
import { OrdersInFlight } from '../OrdersInFlight';
import { OrderTurns } from './ReservationQueue';
import { UnitPrices } from '../UnitPrices';

const HOUR_MS = 3_600_000;

/** What this process knows of the credits of one account; shared by all its executions. */
export class AccountCredits {
	readonly inFlight: OrdersInFlight;
	readonly balance = new FollowedBalance();
	readonly turns: OrderTurns;
	private usedAt = performance.now();

	constructor(readonly prices = new UnitPrices()) {
		this.inFlight = new OrdersInFlight(prices);
		this.turns = new OrderTurns(prices, this.inFlight, this.balance);
	}

	/** To be told at each use, so that it is not taken for forgotten. */
	use(): void {
		this.usedAt = performance.now();
	}

	/** Whether nothing is in flight, and nothing was for an hour. */
	get isForgotten(): boolean {
		const isIdle = this.inFlight.isEmpty && this.turns.areAllTaken;
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
		if (other !== identity && account.isForgotten) accounts.delete(other);
	}
	const account = accounts.get(identity) ?? new AccountCredits();
	accounts.set(identity, account);
	account.use();
	return account;
}
