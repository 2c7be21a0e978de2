import type { RateHints } from '../../nodes/BacklinkPanel/api/rateHeaders.ts';
import type { Admission, RateGate } from '../../nodes/BacklinkPanel/api/RateGate.ts';
import type { VirtualClock } from './virtualClock.mts';

/** How the service takes one request. */
export interface Reply {
	kind: 'accepted' | 'rejected' | 'unsent' | 'unknown';
	/** How long it takes, in ms. */
	afterMs?: number;
	/** What a rejection asks for, in ms. */
	retryAfterMs?: number;
	/** What the answer says about the limit besides. */
	hints?: RateHints;
}

/** A request on its way through the gate. */
export interface Sent {
	/** The number of its ticket. */
	ticket: number;
	/** In ms since the start. */
	at: number;
	reply: Reply['kind'];
}

export interface RequestOptions {
	maxWaitMs?: number;
	signal?: AbortSignal;
	/** Who asks, if it comes again by itself. */
	poller?: string;
}

/** How a request ended: with the service's last reply, or without having been let through. */
export type Ending = { kind: 'replied'; reply: Reply } | Exclude<Admission, { kind: 'permit' }>;

export interface Traffic {
	/** Everything that was let through, in that order. */
	sent: Sent[];
	/** A request that asks again after each rejection, until it gets another reply. */
	request(options?: RequestOptions): Promise<Ending>;
	/** Several requests, asking in turn at the same moment. */
	requests(count: number, options?: RequestOptions): Array<Promise<Ending>>;
	/** When requests were let through, in ms since the start. */
	times(): number[];
}

/**
 * Requests that use a gate as the node does, and a service that answers them.
 *
 * @param reply what the service does with a request; `number` counts from 1
 */
export function createTraffic(
	gate: RateGate,
	clock: VirtualClock,
	reply: (number: number, ticket: number) => Reply = () => ({ kind: 'accepted' }),
): Traffic {
	const sent: Sent[] = [];

	async function request(options: RequestOptions = {}): Promise<Ending> {
		const { maxWaitMs = 3_600_000, signal, poller } = options;
		const ticket = gate.newTicket(poller);
		for (;;) {
			const admission = await gate.acquire(ticket, maxWaitMs, signal);
			if (admission.kind !== 'permit') return admission;

			const { permit } = admission;
			const answer = reply(sent.length + 1, ticket.number);
			sent.push({ ticket: ticket.number, at: clock.elapsed(), reply: answer.kind });
			await clock.sleep(answer.afterMs ?? 100);
			const hints = { retryAfterMs: answer.retryAfterMs, ...answer.hints };
			if (answer.kind === 'rejected') {
				gate.rejected(permit, hints);
				ticket.rejections += 1;
				continue;
			}
			gate[answer.kind](permit, hints);
			return { kind: 'replied', reply: answer };
		}
	}

	return {
		sent,
		request,
		requests: (count, options) => Array.from({ length: count }, () => request(options)),
		times: () => sent.map(({ at }) => at),
	};
}

/** The most requests in any window of this length that reached the service. */
export function mostInAnyWindow(sent: Sent[], windowMs: number): number {
	const arrived = sent.filter(({ reply }) => reply !== 'unsent');
	const inWindowFrom = (start: number) =>
		arrived.filter(({ at }) => at >= start && at < start + windowMs).length;
	return Math.max(0, ...arrived.map(({ at }) => inWindowFrom(at)));
}
