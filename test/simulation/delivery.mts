import type { Clock } from '../../nodes/BacklinkPanel/rateLimiter/Clock.ts';
import { RateLimiter } from '../../nodes/BacklinkPanel/rateLimiter/RateLimiter.ts';

/** Reply of the service; `retryAfterMs` is the wait that a 429 asks for. */
export interface Reply {
	isAccepted: boolean;
	retryAfterMs?: number;
}

/** Longest wait in ms: longer than any simulation, because the simulations measure the wait. */
const ANY_WAIT_MS = 1e9;

/** Sends a request until it is accepted. @returns its wait for the limit, in ms */
export type Delivery = (send: () => Promise<Reply>) => Promise<number>;

/** Makes the delivery of one process, which has its own limiter. */
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
