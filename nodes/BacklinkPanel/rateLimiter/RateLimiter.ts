import { AdmissionControl } from './AdmissionControl';
import { type Clock, WakeupTimer } from './Clock';
import { type PermitDecision, type Permit, type PermitOutcome, RequestTurn } from './Permit';
import { type RequestLimits, SentRequests } from './SentRequests';

/**
 * Paces the requests of one API key to the service's limit, over all batches of the process. Other processes
 * may use the key too. So requests go until a 429 shows that the service has no room. Then single requests,
 * the probes, find out when there is room again:
 *
 *     ┌────────┐      time is up: a probe goes      ┌─────────┐
 *     │        │ ─────────────────────────────────▶ │         │
 *     │ paused │                                    │ probing │
 *     │        │ ◀───────────────────────────────── │         │
 *     └────────┘   429, or ended unanswered         └─────────┘
 *      ▲      │                                          │
 *      │      │ pause over, nothing sent                 │ an answer, or no 429
 *      │      │ for a minute                             │ for some time
 *      │      │                                          ▼
 *      │      │                                     ┌─────────┐
 *      │      └───────────────────────────────────▶ │  open   │
 *      └─────── 429, or expected limit reached ──── └─────────┘
 *
 * Use: `newTurn` for each request, `acquire` before each attempt to send it, `report` after each attempt.
 */
export class RateLimiter {
	private readonly timer: WakeupTimer;
	private readonly sent: SentRequests;
	private readonly control: AdmissionControl;
	/** Waiting requests, the next one to go first. */
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

	/** Replaces the limits, also for waiting requests. */
	setLimits(limits: RequestLimits): void {
		this.sent.limits = limits;
	}

	/** Gives a request its turn. Polls go first. If a poll cannot go, the limiter keeps room for the next one. */
	newTurn(poller?: string): RequestTurn {
		this.lastTurn += 1;
		const number = this.lastTurn - (poller === undefined ? 0 : Number.MAX_SAFE_INTEGER);
		return new RequestTurn(number, poller);
	}

	/** True if no request waits, no request was sent in the last minute, and no pause is on. */
	get isAtRest(): boolean {
		const now = this.clock.now();
		return this.queue.length === 0 && this.sent.isEmpty(now) && !this.control.isPaused(now);
	}

	/** Resolves with a permit when the request may go, or without one as soon as the wait would be too long. */
	async acquire(
		turn: RequestTurn,
		maxWaitMs: number,
		signal?: AbortSignal,
	): Promise<PermitDecision> {
		const since = this.clock.now();
		if (this.queue.length === 0) this.control.restIfIdle(since);
		// Gives up at once if the service has accepted nothing for longer than this request may wait.
		if (this.control.isStarving(maxWaitMs, since)) {
			return signal?.aborted ? { kind: 'stopped' } : this.waitedTooLong(turn, since);
		}
		return await new Promise<PermitDecision>((resolve) => {
			const deadline = since + maxWaitMs - turn.waitedMs;
			this.enqueue({ turn, deadline, since, signal, resolve });
			this.admit();
		});
	}

	/** Learns how a permitted request ended, and the wait that its answer asked for. Called once for each permit. */
	report(permit: Permit, outcome: PermitOutcome, retryAfterMs?: number): void {
		this.control.report(permit, outcome, retryAfterMs, this.clock.now());
		this.admit();
	}

	private enqueue(waiter: Waiter): void {
		const index = this.queue.findIndex(({ turn }) => turn.number > waiter.turn.number);
		this.queue.splice(index < 0 ? this.queue.length : index, 0, waiter);
	}

	/** Lets requests go, refuses requests that would wait too long, and sets the timer. */
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

	/** Decides on a waiting request; undefined = keep waiting. */
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

interface Waiter {
	readonly turn: RequestTurn;
	/** Time in ms until which the request may wait. */
	readonly deadline: number;
	readonly since: number;
	readonly signal: AbortSignal | undefined;
	resolve(decision: PermitDecision): void;
}
