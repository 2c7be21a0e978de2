import { RateLimiter, type RateLimiterSettings, type RateLimitPolicy } from './RateLimiter';

/** A limiter that nobody used for so long is freed, and a policy that nobody named, in ms. */
const MEMORY_MS = 3_600_000;

/** Beyond so many limiters, those that remember nothing of the last minute are freed earlier. */
const MOST_LIMITERS = 1_000;

interface LimiterInUse {
	limiter: RateLimiter;
	/** In ms. */
	usedAt: number;
	/** When each cap was named last, in ms; the adaptive policy is an infinite one. */
	capsNamedAt: Map<number, number>;
}

/** The limiters of a process, one for each account, since services count per account or key. */
export class RateLimiterRegistry {
	/** The longest unused ones come first. */
	private readonly limiters = new Map<string, LimiterInUse>();

	constructor(private readonly settings: RateLimiterSettings) {}

	get size(): number {
		return this.limiters.size;
	}

	/**
	 * The limiter of an account; to be asked for with each request, so that it stays in use. Where
	 * several policies were named for it within the last hour, the lowest cap holds.
	 *
	 * @param account tells accounts apart, such as a hash of the key
	 */
	limiterFor(account: string, policy: RateLimitPolicy): RateLimiter {
		const now = this.settings.clock.now();
		const known = this.limiters.get(account);
		const capsNamedAt = known?.capsNamedAt ?? new Map<number, number>();
		if ('adaptive' in policy) capsNamedAt.set(Number.POSITIVE_INFINITY, now);
		if (policy.cap !== undefined) capsNamedAt.set(policy.cap, now);
		for (const [cap, namedAt] of capsNamedAt) if (!isRecent(namedAt, now)) capsNamedAt.delete(cap);

		const strictest = this.strictest(capsNamedAt);
		const limiter = known?.limiter ?? new RateLimiter(this.settings, strictest);
		limiter.setPolicy(strictest);
		this.limiters.delete(account);
		this.limiters.set(account, { limiter, usedAt: now, capsNamedAt });
		this.free(now);
		return limiter;
	}

	/** A cap beyond the documented limit does not keep that from being found out. */
	private strictest(caps: ReadonlyMap<number, number>): RateLimitPolicy {
		const cap = Math.min(...caps.keys());
		const isAdaptive = caps.has(Number.POSITIVE_INFINITY) && cap > this.settings.documentedLimit;
		return isAdaptive ? { adaptive: true, cap } : { cap };
	}

	private free(now: number): void {
		for (const [account, { limiter, usedAt }] of this.limiters) {
			if (isRecent(usedAt, now) && this.limiters.size <= MOST_LIMITERS) return;
			if (limiter.isAtRest) this.limiters.delete(account);
		}
	}
}

function isRecent(time: number, now: number): boolean {
	return now - time < MEMORY_MS;
}
