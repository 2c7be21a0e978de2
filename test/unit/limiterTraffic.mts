import type { Clock } from '../../nodes/BacklinkPanel/rateLimiter/Clock.ts';
import type {
	PermitDecision,
	PermitOutcome,
} from '../../nodes/BacklinkPanel/rateLimiter/Permit.ts';
import { RateLimiter } from '../../nodes/BacklinkPanel/rateLimiter/RateLimiter.ts';
import type { RequestLimits } from '../../nodes/BacklinkPanel/rateLimiter/SentRequests.ts';
import { createVirtualClock, type VirtualClock } from './virtualClock.mts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
/** Time in ms within which a few requests go that may go at once, because the limiter spaces them a little. */
export const AT_ONCE = 2 * SECOND;

export interface Reply {
	kind: PermitOutcome;
	/** Time until the reply, in ms. */
	afterMs?: number;
	/** Wait that a 429 asks for, in ms. */
	retryAfterMs?: number;
}

export const accepted: Reply = { kind: 'accepted' };
export const rejected: Reply = { kind: 'rejected' };

export const rejecting =
	(from: number, to: number, how: Partial<Reply> = {}) =>
	(number: number): Reply =>
		number >= from && number <= to ? { ...how, kind: 'rejected' } : accepted;

export interface Sent {
	turn: number;
	/** Time in ms since the start. */
	at: number;
	reply: Reply['kind'];
}

export interface RequestOptions {
	maxWaitMs?: number;
	signal?: AbortSignal;
	/** Name of a trigger, which polls again later. */
	poller?: string;
}

/** End of a request: the service's last reply, or a refusal of the limiter; and the wait in ms. */
export type Ending = (
	| { kind: 'replied'; reply: Reply }
	| Exclude<PermitDecision, { kind: 'permit' }>
) & { waitedMs: number };

/** Limit in the service's documentation. Any other limit is the user's own, which must hold. */
export const DOCUMENTED = 60;

export function createLimiter(perMinute: number, clock: Clock): RateLimiter {
	return new RateLimiter(clock, limitsOf(perMinute));
}

export function limitsOf(perMinute: number): RequestLimits {
	const cap = perMinute === DOCUMENTED ? Number.POSITIVE_INFINITY : perMinute;
	return { expected: perMinute, cap };
}

export interface Traffic {
	/** Requests that were let through, in this order. */
	sent: Sent[];
	/** Sends a request again after each 429, until another reply comes. */
	request(options?: RequestOptions): Promise<Ending>;
	requests(count: number, options?: RequestOptions): Array<Promise<Ending>>;
	/** Times at which requests were let through, in ms since the start. */
	times(): number[];
}

/** Makes requests that use a limiter as the node does. `reply` gets the number of each request, from 1. */
export function createTraffic(
	limiter: RateLimiter,
	clock: VirtualClock,
	reply: (number: number, turn: number) => Reply = () => ({ kind: 'accepted' }),
): Traffic {
	const sent: Sent[] = [];

	async function request(options: RequestOptions = {}): Promise<Ending> {
		const { maxWaitMs = 3_600_000, signal, poller } = options;
		const turn = limiter.newTurn(poller);
		for (;;) {
			const admission = await limiter.acquire(turn, maxWaitMs, signal);
			if (admission.kind !== 'permit') return { ...admission, waitedMs: turn.waitedMs };

			const { permit } = admission;
			const answer = reply(sent.length + 1, turn.number);
			sent.push({ turn: turn.number, at: clock.elapsed(), reply: answer.kind });
			await clock.sleep(answer.afterMs ?? 100);
			limiter.report(permit, answer.kind, answer.retryAfterMs);
			if (answer.kind !== 'rejected')
				return { kind: 'replied', reply: answer, waitedMs: turn.waitedMs };
		}
	}

	return {
		sent,
		request,
		requests: (count, options) => Array.from({ length: count }, () => request(options)),
		times: () => sent.map(({ at }) => at),
	};
}

export function setUpTraffic(perMinute: number, reply?: (number: number, turn: number) => Reply) {
	const clock = createVirtualClock();
	const limiter = createLimiter(perMinute, clock);
	return { clock, limiter, traffic: createTraffic(limiter, clock, reply) };
}

export function mostInAnyWindow(sent: Sent[], windowMs: number): number {
	const arrived = sent.filter(({ reply }) => reply !== 'unsent');
	const inWindowFrom = (start: number) =>
		arrived.filter(({ at }) => at >= start && at < start + windowMs).length;
	return Math.max(0, ...arrived.map(({ at }) => inWindowFrom(at)));
}
