import { RateLimiter } from '../../nodes/BacklinkPanel/rateLimiter/RateLimiter.ts';
import { createVirtualClock } from '../unit/virtualClock.mts';

export interface Burst {
	requests: number;
	/** At most so many in flight. */
	inFlight: number;
	latencyMs: number;
}

/** How long a burst from rest takes through the limiter, in ms, if nothing is refused. */
export async function burstThroughLimiter({
	requests,
	inFlight,
	latencyMs,
}: Burst): Promise<number> {
	const clock = createVirtualClock();
	const limiter = new RateLimiter({ clock, documentedLimit: 60 }, { adaptive: true });
	let begun = 0;
	let endedAt = 0;
	async function work(): Promise<void> {
		while (begun < requests) {
			begun += 1;
			const admission = await limiter.acquire(limiter.newTurn(), 0);
			if (admission.kind !== 'permit') throw new Error(`Not let through: ${admission.kind}`);
			await clock.sleep(latencyMs);
			limiter.report(admission.permit, 'accepted');
			endedAt = clock.elapsed();
		}
	}
	const all = Promise.all(Array.from({ length: inFlight }, work));
	await clock.advance(requests * latencyMs + 60_000);
	await all;
	return endedAt;
}

/** The same without a limiter. */
export function burstThroughPool({ requests, inFlight, latencyMs }: Burst): number {
	return Math.ceil(requests / inFlight) * latencyMs;
}
