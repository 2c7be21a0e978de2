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

/** An account that was not used for so long is forgotten, and so is a limit that no credential names. In ms. */
const MEMORY_MS = 3_600_000;

/** Number of accounts beyond which those that sent nothing in the last minute are forgotten earlier. */
const MOST_ACCOUNTS = 1_000;

interface AccountInUse {
	account: Account;
	/** In ms. */
	usedAt: number;
	/** The time at which each number of requests per minute was named last, in ms. */
	namedAt: Map<number, number>;
}

/** The accounts of a process. */
export class Accounts {
	/** The longest unused ones come first. */
	private readonly accounts = new Map<string, AccountInUse>();

	constructor(private readonly clock: Clock) {}

	get size(): number {
		return this.accounts.size;
	}

	/**
	 * Finds the account; call it for each request, so that the account stays in use. If several credentials
	 * name the same key and address, the lowest limit holds that was named within the last hour.
	 */
	of(access: PanelAccess): Account {
		const now = this.clock.now();
		const identity = accountIdentity(access);
		const known = this.accounts.get(identity);
		const namedAt = known?.namedAt ?? new Map<number, number>();
		namedAt.set(access.requestsPerMinute, now);
		for (const [limit, time] of namedAt) if (!isRecent(time, now)) namedAt.delete(limit);

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
			if (isRecent(usedAt, now) && this.accounts.size <= MOST_ACCOUNTS) return;
			if (account.limiter.isAtRest) this.accounts.delete(identity);
		}
	}
}

/** The documented limit may be exceeded where the service bears it; any other one is the user's will. */
function limitsOf(requestsPerMinute: number[]): RequestLimits {
	const caps = requestsPerMinute.filter((limit) => limit !== DOCUMENTED_REQUESTS_PER_MINUTE);
	return { expected: Math.min(...requestsPerMinute), cap: Math.min(...caps) };
}

function isRecent(time: number, now: number): boolean {
	return now - time < MEMORY_MS;
}

const accounts = new Accounts(systemClock);

/** The account that all executions of this process share. Queue workers are processes of their own. */
export function accountOf(access: PanelAccess): Account {
	return accounts.of(access);
}
