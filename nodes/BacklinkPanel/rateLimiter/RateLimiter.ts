import { AbortListeners } from './AbortListeners';
import { AdmissionControl } from './AdmissionControl';
import { type Clock, SuspendDetector, WakeupTimer } from './Clock';
import { type PermitDecision, type Permit, type PermitOutcome, RequestTurn } from './Permit';
import type { RateLimitHeaders } from './rateLimitHeaders';
import { type RateLimitPolicy, SentRequests } from './SentRequests';
import { SortedArray } from './SortedArray';

export type { Clock } from './Clock';
export type { PermitDecision, Permit, PermitOutcome, RequestTurn } from './Permit';
export type { RateLimitPolicy } from './SentRequests';

export interface RateLimiterSettings {
	clock: Clock;
	/** How many requests a minute the service takes, by its documentation. */
	documentedLimit: number;
}

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
 *      ▲      ▲                                          │
 *      │      │   429, documented limit reached,         │ an answer, or no 429
 *      │      │   or the service says “none left”        │ within its usual time
 *      │      │                                          ▼
 *      │      │                                     ┌─────────┐
 *      │      └──────────────────────────────────── │  open   │
 *      └─── nothing sent for a minute ───────────── └─────────┘
 *
 * Use: `newTurn` for each request, `acquire` before each of its tries, `report` after it.
 */
export class RateLimiter {
	private readonly clock: Clock;
	private readonly suspends: SuspendDetector;
	private readonly timer: WakeupTimer;
	private readonly aborts = new AbortListeners();
	private readonly queue = new WaitQueue();
	private readonly sent: SentRequests;
	private readonly control: AdmissionControl;
	private lastTurn = 0;
	/** How many requests have been announced and have no turn yet. */
	private announced = 0;

	constructor({ clock, documentedLimit }: RateLimiterSettings, policy: RateLimitPolicy) {
		this.clock = clock;
		this.suspends = new SuspendDetector(clock);
		this.timer = new WakeupTimer(clock, () => this.admit());
		this.sent = new SentRequests(documentedLimit, policy);
		this.control = new AdmissionControl(clock, this.sent);
	}

	/** Sets another policy, from now on. */
	setPolicy(policy: RateLimitPolicy): void {
		this.sent.setPolicy(policy);
	}

	/**
	 * Tells of requests that have no turn yet, or with a negative number, that so many of them have one
	 * or will not come: the last ones need not leave room for others.
	 */
	announce(requests: number): void {
		this.announced += requests;
	}

	/**
	 * One for each request, in the order in which the requests shall go.
	 *
	 * @param poller who asks, for a request that does not wait but comes again: it goes before those that
	 * can wait, and if it is turned away, a place is kept for the next time
	 */
	newTurn(poller?: string): RequestTurn {
		this.lastTurn += 1;
		const number = this.lastTurn - (poller === undefined ? 0 : Number.MAX_SAFE_INTEGER);
		return new RequestTurn(number, poller);
	}

	/** Whether nobody waits, nothing was sent in the last minute, and no pause goes on. */
	get isAtRest(): boolean {
		const now = this.clock.now();
		return !this.queue.first && this.sent.isEmpty(now) && !this.control.isPaused(now);
	}

	/**
	 * Resolves when the request may be sent. A request that may go at once goes, whatever is left of
	 * its waiting time; one that would have to wait longer than it may is told so at once.
	 *
	 * @param maxWaitMs how long this request may wait altogether, over all its tries
	 */
	async acquire(
		turn: RequestTurn,
		maxWaitMs: number,
		signal?: AbortSignal,
	): Promise<PermitDecision> {
		if (signal?.aborted) return { kind: 'stopped' };
		const now = this.look();
		if (!this.queue.first) this.control.restIfIdle(now);
		const hasNoWaitLeft = turn.rejections > 0 && turn.waitedMs >= maxWaitMs;
		// Where nothing got through for as long as it may wait, others are being turned away already.
		if (hasNoWaitLeft || this.control.isStarving(maxWaitMs, now)) {
			return this.waitedTooLong(turn, now);
		}
		if (!this.queue.first && this.nextAt(turn, now) <= now) return this.permitted(turn, now);
		return await this.queued(turn, maxWaitMs, now, signal);
	}

	/** Tells what became of a request, once for each permit, and what its answer says of the limit. */
	report(permit: Permit, outcome: PermitOutcome, rateLimitHeaders: RateLimitHeaders = {}): void {
		if (outcome === 'rejected') permit.turn.addRejection();
		this.control.report(permit, outcome, rateLimitHeaders, this.look());
		this.admit();
	}

	private async queued(
		turn: RequestTurn,
		maxWaitMs: number,
		now: number,
		signal?: AbortSignal,
	): Promise<PermitDecision> {
		const since = this.suspends.of(now);
		return await new Promise((resolve) => {
			const waiter: Waiter = {
				turn,
				deadline: since + maxWaitMs - turn.waitedMs,
				settle: (admission) => {
					this.queue.remove(waiter);
					if (signal) this.aborts.remove(signal, stop);
					turn.addWait(this.suspends.of(this.clock.now()) - since);
					resolve(admission());
				},
			};
			const stop = () => waiter.settle(() => ({ kind: 'stopped' }));
			if (signal) this.aborts.add(signal, stop);
			this.queue.add(waiter);
			this.admit();
		});
	}

	/** Lets go whoever may go, turns away whoever cannot be served in time, and sets the timer. */
	private admit(): void {
		const now = this.look();
		for (let { first } = this.queue; first; first = this.queue.first) {
			const { turn } = first;
			const nextAt = this.nextAt(turn, now);
			if (nextAt > now) {
				this.turnAway(now);
				this.setTimer(now, nextAt);
				return;
			}
			first.settle(() => this.permitted(turn, now));
		}
	}

	private nextAt(turn: RequestTurn, now: number): number {
		return this.control.nextAt(turn, this.announced + Math.max(1, this.queue.length), now);
	}

	private permitted(turn: RequestTurn, now: number): PermitDecision {
		return { kind: 'permit', permit: this.control.permit(turn, now) };
	}

	/** What time it is. To have slept through a while is no waiting. */
	private look(): number {
		return this.suspends.look(this.queue.first !== undefined, (ms) => this.control.resumed(ms));
	}

	private turnAway(now: number): void {
		const isLost = ({ turn, deadline }: Waiter) => {
			const closedUntil = this.control.closedUntil(turn.poller, now);
			if (closedUntil <= now) return false;
			const rest = deadline - this.suspends.of(now);
			return rest <= 0 || (!this.control.isProbing && rest < closedUntil - now);
		};
		for (let waiter = this.queue.mostUrgent; waiter && isLost(waiter); ) {
			const { turn } = waiter;
			waiter.settle(() => this.waitedTooLong(turn, now));
			waiter = this.queue.mostUrgent;
		}
	}

	private waitedTooLong({ poller, waitedMs }: RequestTurn, now: number): PermitDecision {
		if (poller !== undefined) this.sent.reserve(poller, now);
		const retryAfterMs = Math.max(0, this.control.closedUntil(poller, now) - now);
		return { kind: 'waitedTooLong', waitedMs, retryAfterMs, isAsked: this.control.isAskedToWait };
	}

	/** While nothing is closed nobody is turned away, so there the deadlines do not matter. */
	private setTimer(now: number, nextAt: number): void {
		const { mostUrgent } = this.queue;
		if (!mostUrgent) return;
		const restMs = mostUrgent.deadline - this.suspends.of(now);
		this.timer.set(restMs > 0 ? Math.min(nextAt, now + restMs) : nextAt);
	}
}

interface Waiter {
	readonly turn: RequestTurn;
	/** When its waiting time is used up, in ms that the process was awake. */
	readonly deadline: number;
	/** Takes it out of the queue, then asks what to tell it. */
	settle(admission: () => PermitDecision): void;
}

const byTurn = (one: Waiter, other: Waiter) => one.turn.number - other.turn.number;

/** Those who wait for their turn. */
class WaitQueue {
	private readonly inTurn = new SortedArray<Waiter>(byTurn);
	private readonly inUrgency = new SortedArray<Waiter>(
		(one, other) => one.deadline - other.deadline || byTurn(one, other),
	);

	get length(): number {
		return this.inTurn.size;
	}

	/** Whose turn is next. */
	get first(): Waiter | undefined {
		return this.inTurn.first;
	}

	/** Whose waiting time is used up next. */
	get mostUrgent(): Waiter | undefined {
		return this.inUrgency.first;
	}

	add(waiter: Waiter): void {
		this.inTurn.add(waiter);
		this.inUrgency.add(waiter);
	}

	remove(waiter: Waiter): void {
		this.inTurn.remove(waiter);
		this.inUrgency.remove(waiter);
	}
}
