import { sleep } from 'n8n-workflow';

import type { Clock, RateLimiter, RateLimitPolicy } from '../rateLimiter/RateLimiter';
import { RateLimiterRegistry } from '../rateLimiter/RateLimiterRegistry';
import { accountIdentity, type PanelAccess } from './parseCredential';
import { DOCUMENTED_REQUESTS_PER_MINUTE } from '../errors/documentedConstants';

/** What is remembered of the answers that an account lost. */
export interface LastLostAnswer {
	/** When the last one was, on the clock that cannot be set, in ms. */
	lastAt: number;
}

/** The rate limiters of all accounts, and what all batches of an account know of it. */
export class AccountRateLimiters {
	private readonly limiters: RateLimiterRegistry;
	private readonly lostAnswers = new WeakMap<RateLimiter, LastLostAnswer>();

	constructor(clock: Clock) {
		const documentedLimit = DOCUMENTED_REQUESTS_PER_MINUTE;
		this.limiters = new RateLimiterRegistry({ clock, documentedLimit });
	}

	get size(): number {
		return this.limiters.size;
	}

	limiterFor(access: PanelAccess): RateLimiter {
		return this.limiters.limiterFor(accountIdentity(access), policyOf(access));
	}

	/** Kept as long as the account's limiter. */
	lastLostAnswerOf(access: PanelAccess): LastLostAnswer {
		const limiter = this.limiterFor(access);
		const lostAnswers = this.lostAnswers.get(limiter) ?? { lastAt: Number.NEGATIVE_INFINITY };
		this.lostAnswers.set(limiter, lostAnswers);
		return lostAnswers;
	}
}

/** The documented limit may be exceeded where the service bears it; any other one is the user's will. */
function policyOf({ requestsPerMinute }: PanelAccess): RateLimitPolicy {
	return requestsPerMinute === DOCUMENTED_REQUESTS_PER_MINUTE
		? { adaptive: true }
		: { cap: requestsPerMinute };
}

const limiters = new AccountRateLimiters({
	now: () => performance.now(),
	wallTime: () => Date.now(),
	random: () => Math.random(),
	sleep: async (ms) => {
		await sleep(ms);
	},
});

/** The limiter that all executions of this process share. Queue workers are processes of their own. */
export function rateLimiterFor(access: PanelAccess): RateLimiter {
	return limiters.limiterFor(access);
}

/** The lost answers of an account, as all its executions in this process know them. */
export function lastLostAnswerOf(access: PanelAccess): LastLostAnswer {
	return limiters.lastLostAnswerOf(access);
}
