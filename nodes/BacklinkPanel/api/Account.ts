import type { Clock } from '../rateLimiter/Clock';
import type { LastLostAnswer } from '../rateLimiter/Concurrency';
import { RateLimiter } from '../rateLimiter/RateLimiter';
import type { RequestLimits } from '../rateLimiter/SentRequests';
import { DOCUMENTED_REQUESTS_PER_MINUTE } from '../errors/documentedConstants';
import { accountIdentity, type PanelAccess } from './parseCredential';
import { systemClock } from './systemClock';

/** State of one API key at one base URL, shared by all executions of this process. */
export interface Account {
	/** Hash of base URL and API key, which tells accounts apart. */
	readonly identity: string;
	readonly limiter: RateLimiter;
	readonly lastLostAnswer: LastLostAnswer;
	/** Number of orders in a row whose answer was lost, and the time of the last one in ms. */
	readonly lostOrders: { count: number; lastAt: number };
}

/** Time in ms after the last use for which an account, or a credential's Requests per Minute, is remembered. */
const MEMORY_MS = 3_600_000;
/** Beyond this number of accounts, those that sent nothing in the last minute are forgotten too. */
const MOST_ACCOUNTS = 1_000;

interface AccountInUse {
	account: Account;
	/** Time of the last use, in ms. */
	usedAt: number;
	/** Maps each value of the credential's Requests per Minute to its last use, in ms. */
	namedAt: Map<number, number>;
}

/** Keeps the accounts that this process uses, so that all its executions share one rate limit. */
export class Accounts {
	/** Accounts by identity, sorted by last use: the longest unused account first. */
	private readonly accounts = new Map<string, AccountInUse>();

	constructor(private readonly clock: Clock) {}

	get size(): number {
		return this.accounts.size;
	}

	/**
	 * Finds or makes the account of a credential, and records its use. Credentials of one account may have
	 * different limits: the lowest limit of the last hour holds.
	 */
	of(access: PanelAccess): Account {
		const now = this.clock.now();
		const identity = accountIdentity(access);
		const known = this.accounts.get(identity);
		const namedAt = known?.namedAt ?? new Map<number, number>();
		namedAt.set(access.requestsPerMinute, now);
		for (const [requestsPerMinute, time] of namedAt) {
			if (!isRecent(time, now)) namedAt.delete(requestsPerMinute);
		}

		const limits = limitsOf([...namedAt.keys()]);
		const account = known?.account ?? {
			identity,
			limiter: new RateLimiter(this.clock, limits),
			lastLostAnswer: { lastAt: Number.NEGATIVE_INFINITY },
			lostOrders: { count: 0, lastAt: Number.NEGATIVE_INFINITY },
		};
		account.limiter.setLimits(limits);
		this.accounts.delete(identity);
		this.accounts.set(identity, { account, usedAt: now, namedAt });
		this.forget(now);
		return account;
	}

	private forget(now: number): void {
		for (const [identity, { account, usedAt }] of this.accounts) {
			if (isRecent(usedAt, now) && this.accounts.size <= MOST_ACCOUNTS) return;
			if (account.limiter.isAtRest) this.accounts.delete(identity);
		}
	}
}

/** Turns values of Requests per Minute into limits. Probes may exceed the default, 60, but no other value. */
function limitsOf(requestsPerMinute: number[]): RequestLimits {
	const caps = requestsPerMinute.filter((each) => each !== DOCUMENTED_REQUESTS_PER_MINUTE);
	return { expected: Math.min(...requestsPerMinute), cap: Math.min(...caps) };
}

function isRecent(time: number, now: number): boolean {
	return now - time < MEMORY_MS;
}

const accounts = new Accounts(systemClock);

/** Finds the account that all executions of this process share. Each queue worker is a process of its own. */
export function accountOf(access: PanelAccess): Account {
	return accounts.of(access);
}
