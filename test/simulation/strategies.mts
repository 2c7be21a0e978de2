import { RateLimiter, type Clock } from '../../nodes/BacklinkPanel/rateLimiter/RateLimiter.ts';
import { AwsAdaptive } from './AwsAdaptive.mts';
import type { Strategy } from './Strategy.mts';

/** Longer than any simulation: what a request has to wait is what is measured. */
const ANY_WAIT = 1e9;

function createRateLimiter(clock: Clock): Strategy {
	const limiter = new RateLimiter({ clock, documentedLimit: 60 }, { adaptive: true });
	return {
		announce: (requests) => limiter.announce(requests),
		async deliver(send) {
			const turn = limiter.newTurn();
			limiter.announce(-1);
			for (;;) {
				const admission = await limiter.acquire(turn, ANY_WAIT);
				if (admission.kind !== 'permit') throw new Error(`Not let through: ${admission.kind}`);
				const { isAccepted, rateLimitHeaders } = await send();
				limiter.report(admission.permit, isAccepted ? 'accepted' : 'rejected', rateLimitHeaders);
				if (isAccepted) return;
			}
		},
	};
}

export const strategies = {
	RateLimiter: createRateLimiter,
	'AWS adaptive': (clock: Clock): Strategy => new AwsAdaptive(clock),
} satisfies Record<string, (clock: Clock) => Strategy>;

export type StrategyName = keyof typeof strategies;
