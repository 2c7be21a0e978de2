import type { RateHints } from '../../nodes/BacklinkPanel/rateLimiter/rateHeaders.ts';
import { RateLimiter, type Clock } from '../../nodes/BacklinkPanel/rateLimiter/RateLimiter.ts';
import { AwsAdaptive } from './AwsAdaptive.mts';

/** How the service took a request, and what it said about its limit. */
export interface Reply {
	isAccepted: boolean;
	hints: RateHints;
}

/** A way to keep a limit: one for each process. */
export interface Strategy {
	/** Learns how many requests it will have to deliver. */
	announce?(requests: number): void;
	/** Sends a request, again and again until it is accepted. */
	deliver(send: () => Promise<Reply>): Promise<void>;
}

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
				const { isAccepted, hints } = await send();
				limiter.report(admission.permit, isAccepted ? 'accepted' : 'rejected', hints);
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
