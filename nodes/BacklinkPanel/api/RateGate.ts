/** Where the gate takes time and chance from; tests give it a clock of their own. All times in ms. */
export interface Clock {
	now(): number;
	/** Between 0 and 1. */
	random(): number;
	sleep(ms: number): Promise<void>;
}

/** A request's place in the queue. It keeps its ticket over all its tries, hence its turn. */
export interface Ticket {
	readonly number: number;
	/** How long the request has waited for the limit so far, in ms. */
	waitedMs: number;
	/** How often the service refused it with a 429. */
	rejections: number;
}

/** The right to send one request now; the gate has to be told what became of it. */
export interface Permit {
	readonly sentAt: number;
	/** Permits of the same burst share an epoch: only the first 429 of a burst is news. */
	readonly epoch: number;
}

export type Admission =
	| { kind: 'permit'; permit: Permit }
	| { kind: 'waitedTooLong'; waitedMs: number; retryAfterMs: number }
	| { kind: 'stopped' };

interface Waiter {
	ticket: Ticket;
	since: number;
	deadline: number;
	settle(admission: Admission): void;
}

export interface RateGateSettings {
	clock: Clock;
	/** The window that the limit counts over, in ms. */
	windowMs?: number;
}

/** Absorbs differences in network delay between sending and the service's count. */
const WINDOW_MARGIN_MS = 250;
/** The pause after a 429 without a hint, in ms; it doubles with each further one up to the longest. */
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** No timer outlives the last waiter by more than this, in ms. */
const LONGEST_SLEEP_MS = 250;

/**
 * Lets requests of one API key pass at the pace of the service's limit, over all items and
 * executions of the process. It keeps a log of what was sent in the last window, pauses on a 429,
 * and after a pause lets a single request try first.
 */
export class RateGate {
	private readonly windowMs: number;
	/** Requests of the last window that count, oldest first. */
	private log: Permit[] = [];
	/** Ordered by ticket. */
	private queue: Waiter[] = [];
	private lastTicket = 0;
	private epoch = 0;
	private pausedUntil = 0;
	private pauseMs = SHORTEST_PAUSE_MS;
	/** After a pause: the one request that is out to see whether the service accepts again. */
	private probe: Permit | 'due' | undefined;
	private isWatching = false;

	/**
	 * @param requestsPerWindow how many requests may go in a window; a change takes effect at once
	 */
	constructor(
		public requestsPerWindow: number,
		private readonly settings: RateGateSettings,
	) {
		this.windowMs = (settings.windowMs ?? 60_000) + WINDOW_MARGIN_MS;
	}

	/** One for each request, in the order in which the requests shall go. */
	newTicket(): Ticket {
		this.lastTicket += 1;
		return { number: this.lastTicket, waitedMs: 0, rejections: 0 };
	}

	/**
	 * Resolves when the request may be sent. A request that may go at once goes, whatever is left of
	 * its waiting time; one that would have to wait longer than it may is told so at once.
	 *
	 * @param maxWaitMs how long this request may wait altogether, over all its tries
	 */
	async acquire(ticket: Ticket, maxWaitMs: number, signal?: AbortSignal): Promise<Admission> {
		if (signal?.aborted) return { kind: 'stopped' };
		if (ticket.rejections > 0 && ticket.waitedMs >= maxWaitMs) {
			const retryAfterMs = Math.max(0, this.pausedUntil - this.settings.clock.now());
			return { kind: 'waitedTooLong', waitedMs: ticket.waitedMs, retryAfterMs };
		}
		return await new Promise((resolve) => {
			const since = this.settings.clock.now();
			const waiter: Waiter = {
				ticket,
				since,
				deadline: since + maxWaitMs - ticket.waitedMs,
				settle: (admission) => {
					this.queue = this.queue.filter((other) => other !== waiter);
					signal?.removeEventListener('abort', stop);
					ticket.waitedMs += this.settings.clock.now() - since;
					resolve(admission);
				},
			};
			const stop = () => waiter.settle({ kind: 'stopped' });
			signal?.addEventListener('abort', stop, { once: true });
			const behind = this.queue.findIndex((other) => other.ticket.number > ticket.number);
			this.queue.splice(behind === -1 ? this.queue.length : behind, 0, waiter);
			this.admit();
		});
	}

	/** Any answer but a 429: the service counted the request. */
	accepted(permit: Permit): void {
		if (permit.epoch === this.epoch) this.pauseMs = SHORTEST_PAUSE_MS;
		this.release(permit);
	}

	/** The request provably never reached the service: it does not count. */
	unsent(permit: Permit): void {
		this.forget(permit);
		this.release(permit);
	}

	/** Sent, but without an answer: it counts, to be safe. */
	unknown(permit: Permit): void {
		this.release(permit);
	}

	/**
	 * A 429: the request was not carried out and does not count. It asks again with its ticket.
	 *
	 * @param retryAfterMs the wait the service asked for
	 */
	rejected(permit: Permit, retryAfterMs?: number): void {
		this.forget(permit);
		if (permit.epoch === this.epoch) {
			const { now, random } = this.settings.clock;
			this.epoch += 1;
			const ownPauseMs = this.pauseMs * (0.5 + random());
			const askedMs =
				this.probe === permit ? Math.max(retryAfterMs ?? 0, ownPauseMs) : retryAfterMs;
			this.pausedUntil = now() + (askedMs ?? ownPauseMs);
			this.pauseMs = Math.min(LONGEST_PAUSE_MS, this.pauseMs * 2);
			this.probe = 'due';
		}
		this.admit();
	}

	private release(permit: Permit): void {
		if (this.probe === permit) this.probe = undefined;
		this.admit();
	}

	private forget(permit: Permit): void {
		this.log = this.log.filter((other) => other !== permit);
	}

	/** Lets go whoever may go now, turns away who cannot be served in time, and sets the next look. */
	private admit(): void {
		const now = this.settings.clock.now();
		for (;;) {
			const first = this.queue[0];
			if (!first) return;
			const opensAt = this.opensAt(now);
			if (opensAt > now) break;
			const permit: Permit = { sentAt: now, epoch: this.epoch };
			this.log.push(permit);
			if (this.probe === 'due') this.probe = permit;
			first.settle({ kind: 'permit', permit });
		}
		this.turnAway(now);
		void this.watch();
	}

	/** When the next request may go, in ms; Infinity while a probe is out. */
	private opensAt(now: number): number {
		while (this.log[0] && this.log[0].sentAt + this.windowMs <= now) this.log.shift();
		if (this.probe !== undefined && this.probe !== 'due') return Infinity;
		const oldest = this.log[0];
		const isFull = this.log.length >= this.requestsPerWindow;
		return Math.max(this.pausedUntil, isFull && oldest ? oldest.sentAt + this.windowMs : 0);
	}

	private turnAway(now: number): void {
		const opensAt = this.opensAt(now);
		for (const waiter of [...this.queue]) {
			const canBeServed = Number.isFinite(opensAt)
				? opensAt <= waiter.deadline
				: now < waiter.deadline;
			if (canBeServed) continue;
			const waitedMs = waiter.ticket.waitedMs + now - waiter.since;
			const retryAfterMs = Number.isFinite(opensAt) ? opensAt - now : this.pauseMs;
			waiter.settle({ kind: 'waitedTooLong', waitedMs, retryAfterMs });
		}
	}

	/** Looks again whenever something may have changed, for as long as somebody waits. */
	private async watch(): Promise<void> {
		if (this.isWatching) return;
		this.isWatching = true;
		const { clock } = this.settings;
		while (this.queue.length > 0) {
			const now = clock.now();
			const due = Math.min(this.opensAt(now), ...this.queue.map((waiter) => waiter.deadline));
			await clock.sleep(Math.min(LONGEST_SLEEP_MS, Math.max(1, due - now)));
			this.admit();
		}
		this.isWatching = false;
	}
}
