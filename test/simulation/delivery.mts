import type { Clock } from '../../nodes/BacklinkPanel/rateLimiter/Clock.ts';
import { RateLimiter } from '../../nodes/BacklinkPanel/rateLimiter/RateLimiter.ts';

/** How the service took a request, and what it said about its limit. */
export interface Reply {
	isAccepted: boolean;
	retryAfterMs?: number;
}

/** Longer than any simulation: how long a request has to wait is what is measured. */
const ANY_WAIT_MS = 1e9;

/** Sends a request until it is accepted. @returns how long it waited for the limit, in ms */
export type Delivery = (send: () => Promise<Reply>) => Promise<number>;

/** The way through a limiter, as the one process has it that this is for. */
export function deliveryOf(clock: Clock): Delivery {
	const limits = { expected: 60, cap: Number.POSITIVE_INFINITY };
	const limiter = new RateLimiter(clock, limits);
	return async (send) => {
		const turn = limiter.newTurn();
		for (;;) {
			const decision = await limiter.acquire(turn, ANY_WAIT_MS);
			if (decision.kind !== 'permit') throw new Error(`Not let through: ${decision.kind}`);
			const { isAccepted, retryAfterMs } = await send();
			limiter.report(decision.permit, isAccepted ? 'accepted' : 'rejected', retryAfterMs);
			if (isAccepted) return turn.waitedMs;
		}
	};
}
