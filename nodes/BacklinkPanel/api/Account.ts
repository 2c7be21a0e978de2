import type { Clock } from '../rateLimiter/Clock';
import type { LastLostAnswer } from '../rateLimiter/Concurrency';
import { RateLimiter, type RequestLimits } from '../rateLimiter/RateLimiter';
import { DOCUMENTED_REQUESTS_PER_MINUTE } from '../errors/documentedConstants';
import { accountIdentity, type PanelAccess } from './parseCredential';
import { systemClock } from './systemClock';

/** The knowledge of this process about one key at one address; all its executions share it. */
export interface Account {
	/** Tells accounts apart: a hash of base URL and key. */
	readonly identity: string;
	readonly limiter: RateLimiter;
	readonly lastLostAnswer: LastLostAnswer;
}

/** Forgets accounts that were not used, and limits that no credential named, for this time, in ms. */
const MEMORY_MS = 3_600_000;

interface AccountInUse {
	account: Account;
	/** In ms. */
	usedAt: number;
	/** The last time at which a credential named each number of requests per minute, in ms. */
	namedAt: Map<number, number>;
}

/** The accounts of a process. */
export class Accounts {
	/** Sorted by their last use, the oldest first. */
	private readonly accounts = new Map<string, AccountInUse>();

	constructor(private readonly clock: Clock) {}

	/**
	 * Finds the account. Call it for each request, so that the account stays in use. If credentials with the
	 * same key and address name different limits, the lowest one of the last hour holds.
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
		};
		account.limiter.setLimits(limits);
		this.accounts.delete(identity);
		this.accounts.set(identity, { account, usedAt: now, namedAt });
		this.forget(now);
		return account;
	}

	private forget(now: number): void {
		for (const [identity, { account, usedAt }] of this.accounts) {
			if (isRecent(usedAt, now)) return;
			if (account.limiter.isAtRest) this.accounts.delete(identity);
		}
	}
}

/** The documented limit may be exceeded if the service accepts it; any other one is the user's wish. */
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
