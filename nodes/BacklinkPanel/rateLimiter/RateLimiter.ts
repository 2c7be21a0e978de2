import { AdmissionControl } from './AdmissionControl';
import { type Clock, WakeupTimer } from './Clock';
import { type PermitDecision, type Permit, type PermitOutcome, RequestTurn } from './Permit';
import type { RateLimitHeaders } from './rateLimitHeaders';
import { type RequestLimits, SentRequests } from './SentRequests';

export type { PermitOutcome, RequestTurn } from './Permit';
export type { RequestLimits } from './SentRequests';

/**
 * Lets the requests of one API key go at the pace of the service's limit, over all batches of the
 * process. The service does not tell how it counts, and other processes may use the same key. So
 * requests go while there is reason to think that there is room, a 429 is the sign that there is
 * none, and then single requests, the probes, find out when there is room again:
 *
 *     ┌────────┐      time is up: a probe goes      ┌─────────┐
 *     │        │ ─────────────────────────────────▶ │         │
 *     │ paused │                                    │ probing │
 *     │        │ ◀───────────────────────────────── │         │
 *     └────────┘   429, or nothing was shown        └─────────┘
 *      ▲      │                                          │
 *      │      │ nothing sent for a minute,               │ an answer, or no 429
 *      │      │ and no pause                             │ within its usual time
 *      │      │                                          ▼
 *      │      │                                     ┌─────────┐
 *      │      └───────────────────────────────────▶ │  open   │
 *      └─────── 429, or expected limit reached ──── └─────────┘
 *
 * Use: `newTurn` for each request, `acquire` before each of its tries, `report` after it.
 */
export class RateLimiter {
	private readonly timer: WakeupTimer;
	private readonly sent: SentRequests;
	private readonly control: AdmissionControl;
	/** Requests that wait, in the order of their turns. */
	private queue: Waiter[] = [];
	private lastTurn = 0;

	constructor(
		private readonly clock: Clock,
		limits: RequestLimits,
	) {
		this.timer = new WakeupTimer(clock, () => this.admit());
		this.sent = new SentRequests(limits);
		this.control = new AdmissionControl(clock, this.sent);
	}

	/** Sets other limits, from now on. */
	setLimits(limits: RequestLimits): void {
		this.sent.limits = limits;
	}

	/**
	 * Gives one turn to each request, in the order in which the requests shall go.
	 *
	 * @param poller names a trigger that does not wait but comes again by itself. Its request goes before
	 * those that can wait, and if it is turned away, a place is kept for the next time
	 */
	newTurn(poller?: string): RequestTurn {
		this.lastTurn += 1;
		const number = this.lastTurn - (poller === undefined ? 0 : Number.MAX_SAFE_INTEGER);
		return new RequestTurn(number, poller);
	}

	/** True if no request waits, nothing was sent in the last minute, and no pause goes on. */
	get isAtRest(): boolean {
		const now = this.clock.now();
		return this.queue.length === 0 && this.sent.isEmpty(now) && !this.control.isPaused(now);
	}

	/**
	 * Resolves when the request may be sent. A request that may go at once goes, even with no
	 * waiting time left; one that would have to wait longer than it may is told so at once.
	 *
	 * @param maxWaitMs how long this request may wait altogether, over all its tries
	 */
	async acquire(
		turn: RequestTurn,
		maxWaitMs: number,
		signal?: AbortSignal,
	): Promise<PermitDecision> {
		const since = this.clock.now();
		if (this.queue.length === 0) this.control.restIfIdle(since);
		// Others are being turned away already if nothing got through for as long as this one may wait.
		if (this.control.isStarving(maxWaitMs, since)) {
			return signal?.aborted ? { kind: 'stopped' } : this.waitedTooLong(turn, since);
		}
		return await new Promise<PermitDecision>((resolve) => {
			const deadline = since + maxWaitMs - turn.waitedMs;
			this.enqueue({ turn, deadline, since, signal, resolve });
			this.admit();
		});
	}

	/** Learns how a request ended, once for each permit, and the headers of its answer. */
	report(permit: Permit, outcome: PermitOutcome, rateLimitHeaders: RateLimitHeaders = {}): void {
		this.control.report(permit, outcome, rateLimitHeaders, this.clock.now());
		this.admit();
	}

	private enqueue(waiter: Waiter): void {
		const index = this.queue.findIndex(({ turn }) => turn.number > waiter.turn.number);
		this.queue.splice(index < 0 ? this.queue.length : index, 0, waiter);
	}

	/** Lets requests go that may, turns away those that cannot be served in time, and sets the timer. */
	private admit(): void {
		const now = this.clock.now();
		this.queue = this.queue.filter((waiter) => {
			const decision = this.decide(waiter, now);
			if (!decision) return true;
			waiter.turn.waitedMs += now - waiter.since;
			waiter.resolve(decision);
			return false;
		});
		const [first] = this.queue;
		if (first) this.timer.set(this.control.nextAt(first.turn, now));
	}

	/** Undefined if the request goes on waiting. */
	private decide({ turn, deadline, signal }: Waiter, now: number): PermitDecision | undefined {
		if (signal?.aborted) return { kind: 'stopped' };
		const closedUntil = this.control.closedUntil(turn, now);
		if (closedUntil > now) {
			return closedUntil > deadline ? this.waitedTooLong(turn, now) : undefined;
		}
		if (this.control.nextAt(turn, now) > now) return undefined;
		return { kind: 'permit', permit: this.control.permit(turn, now) };
	}

	private waitedTooLong(turn: RequestTurn, now: number): PermitDecision {
		if (turn.poller !== undefined) this.sent.keepPlace(turn.poller, now);
		const retryAfterMs = Math.max(0, this.control.closedUntil(turn, now) - now);
		return { kind: 'waitedTooLong', retryAfterMs, isAsked: this.control.isAskedToWait };
	}
}

/** A request that waits for its turn. */
interface Waiter {
	readonly turn: RequestTurn;
	/** Time at which its waiting time is used up, in ms. */
	readonly deadline: number;
	readonly since: number;
	readonly signal: AbortSignal | undefined;
	resolve(decision: PermitDecision): void;
}
