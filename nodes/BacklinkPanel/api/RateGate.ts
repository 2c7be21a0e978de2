import { AbortListeners } from './pacing/AbortListeners';
import { Alarm } from './pacing/Alarm';
import { AwakeTime } from './pacing/AwakeTime';
import type { Clock } from './pacing/Clock';
import { OwnSends } from './pacing/OwnSends';
import { ProbeSchedule, type Probe, type ProbeReason } from './pacing/ProbeSchedule';
import { RefusalTime } from './pacing/RefusalTime';
import { SendSpacing } from './pacing/SendSpacing';
import type { Admission, Permit, Ticket } from './pacing/Ticket';
import { WaitingLine } from './pacing/WaitingLine';
import { WallClock } from './pacing/WallClock';
import type { RateHints } from './rateHeaders';

export type { Clock } from './pacing/Clock';
export type { Admission, Permit, Ticket } from './pacing/Ticket';

export interface RateGateSettings {
	clock: Clock;
	/** The window that the limit counts over, in ms. */
	windowMs?: number;
}

interface Waiter {
	readonly ticket: Ticket;
	/** When its waiting time is used up, in ms that the process was awake. */
	readonly deadline: number;
	/** Takes it out of the line, then asks what to tell it. */
	settle(admission: () => Admission): void;
}

type State =
	/** Requests go, at a small distance. */
	| { name: 'open' }
	/** Nothing goes until a time, then a single request: the probe. */
	| { name: 'paused'; until: number; reason: ProbeReason }
	/** The probe is out, and nothing else goes until it is clear that it was let in. */
	| { name: 'probing'; probe: Permit };

/** A 429 to one of the first so many after a probe: there was room for these few alone. */
const TRICKLE = 3;

/**
 * Lets the requests of one API key pass at the pace of the service's limit, over all items and
 * executions of the process. The service does not tell how it counts, and other processes may use
 * the same key. So the gate sends while it has reason to think that there is room, takes a 429 for
 * the sign that there is none, and then lets single requests find out when there is room again.
 */
export class RateGate {
	private readonly clock: Clock;
	private readonly awake: AwakeTime;
	private readonly alarm: Alarm;
	private readonly aborts = new AbortListeners();
	private readonly line = new WaitingLine<Waiter>();
	private readonly sends: OwnSends;
	private readonly spacing: SendSpacing;
	private readonly schedule: ProbeSchedule;
	private readonly refusalTime: RefusalTime;
	private readonly wallClock: WallClock;
	private state: State = { name: 'open' };
	private burst = 0;
	private sentInBurst = 0;
	/** When the first 429 came since something got through, in ms. */
	private starvingSince: number | undefined;
	private lastTicket = 0;
	/** How many requests have been announced and have no ticket yet. */
	private announced = 0;

	/**
	 * @param requestsPerWindow how many requests may go in a window. The documented limit is what the
	 * service will bear at least, and the gate finds out whether it bears more. Any other number is the user's will: a cap that is never exceeded.
	 */
	constructor(requestsPerWindow: number, { clock, windowMs = 60_000 }: RateGateSettings) {
		this.clock = clock;
		this.awake = new AwakeTime(clock);
		this.alarm = new Alarm(clock, () => this.admit());
		this.sends = new OwnSends(requestsPerWindow, windowMs);
		this.spacing = new SendSpacing(windowMs);
		this.refusalTime = new RefusalTime(windowMs);
		this.wallClock = new WallClock(clock, windowMs);
		this.schedule = new ProbeSchedule(clock, this.wallClock, windowMs);
	}

	/**
	 * Sets other limits, from now on.
	 *
	 * @param cap one of the user's that holds besides, where the documented limit is the lower one
	 */
	limitTo(requestsPerWindow: number, cap = Number.POSITIVE_INFINITY): void {
		this.sends.limit = requestsPerWindow;
		this.sends.cap = cap;
	}

	/**
	 * Tells the gate of requests that have no ticket yet, or with a negative number, that so many of them
	 * have one now or will not come: the last ones need not leave room for others.
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
	newTicket(poller?: string): Ticket {
		this.lastTicket += 1;
		const number = this.lastTicket - (poller === undefined ? 0 : Number.MAX_SAFE_INTEGER);
		return { number, poller, waitedMs: 0, rejections: 0 };
	}

	/** Whether nobody waits, nothing was sent in the last window, and no pause goes on. */
	get isAtRest(): boolean {
		const now = this.clock.now();
		return !this.line.first && this.sends.isEmpty(now) && !this.isPaused(now);
	}

	/**
	 * Resolves when the request may be sent. A request that may go at once goes, whatever is left of
	 * its waiting time; one that would have to wait longer than it may is told so at once.
	 *
	 * @param maxWaitMs how long this request may wait altogether, over all its tries
	 */
	async acquire(ticket: Ticket, maxWaitMs: number, signal?: AbortSignal): Promise<Admission> {
		if (signal?.aborted) return { kind: 'stopped' };
		const now = this.look();
		const since = this.awake.of(now);
		this.restIfIdle(now);
		if (this.isHopeless(ticket, maxWaitMs, now)) return this.waitedTooLong(ticket, now);
		if (!this.line.first) {
			this.update(now);
			if (this.nextAt(ticket, now) <= now) return this.permit(ticket, now);
		}

		return await new Promise((resolve) => {
			const waiter: Waiter = {
				ticket,
				deadline: since + maxWaitMs - ticket.waitedMs,
				settle: (admission) => {
					this.line.leave(waiter);
					if (signal) this.aborts.remove(signal, stop);
					ticket.waitedMs += this.awake.of(this.clock.now()) - since;
					resolve(admission());
				},
			};
			const stop = () => waiter.settle(() => ({ kind: 'stopped' }));
			if (signal) this.aborts.add(signal, stop);
			this.line.join(waiter);
			this.admit();
		});
	}

	/** Any answer but a 429: the service counted the request. */
	accepted(permit: Permit, hints: RateHints = {}): void {
		const now = this.look();
		this.compareClocks(permit, hints, now);
		if (this.starvingSince !== undefined && permit.sentAt >= this.starvingSince) {
			this.starvingSince = undefined;
		}
		if (this.isProbe(permit)) this.open(permit);
		if (hints.remaining === 0 && hints.resetMs !== undefined) {
			this.burst += 1;
			this.pause(this.schedule.asAsked(now, hints.resetMs));
		}
		this.admit();
	}

	/**
	 * A 429: the request was not carried out. It asks again with its ticket, and goes before all those
	 * that came after it.
	 */
	rejected(permit: Permit, hints: RateHints = {}): void {
		const now = this.look();
		this.compareClocks(permit, hints, now);
		this.sends.refused(permit);
		this.refusalTime.learn(now - permit.sentAt);
		if (permit.burst === this.burst) {
			this.burst += 1;
			this.starvingSince ??= now;
			this.learnFromRefusal(permit, now);
			this.pause(this.nextProbe(permit, hints, now));
		}
		this.admit();
	}

	/** The request provably never reached the service: it does not count. */
	unsent(permit: Permit): void {
		this.sends.unsent(permit);
		this.repeatProbe(permit);
		this.admit();
	}

	/** Sent, but without an answer: it counts, to be safe. */
	unknown(permit: Permit): void {
		this.repeatProbe(permit);
		this.admit();
	}

	/** Lets go whoever may go, turns away whoever cannot be served in time, and sets the alarm. */
	private admit(): void {
		const now = this.look();
		for (let first = this.line.first; first; first = this.line.first) {
			this.update(now);
			const nextAt = this.nextAt(first.ticket, now);
			if (nextAt > now) {
				this.turnAway(now);
				this.setAlarm(now, nextAt);
				return;
			}
			first.settle(() => this.permit(first.ticket, now));
		}
	}

	/** What time it is. To have slept through a while is no waiting, neither for a turn nor in vain. */
	private look(): number {
		return this.awake.look(this.line.first !== undefined, (ms) => {
			if (this.starvingSince !== undefined) this.starvingSince += ms;
		});
	}

	/** What comes about by the mere passing of time. */
	private update(now: number): void {
		const { state } = this;
		if (state.name === 'probing' && now >= this.verdictAt(state.probe)) this.open(state.probe);
		if (this.state.name === 'open' && this.sends.isServiceLimitReached(now)) {
			this.pause(this.schedule.next(now, this.sends.counted, this.starvingSince));
		}
	}

	/** When the next request may go, in ms; a probe that is out may make it earlier. */
	private nextAt(ticket: Ticket, now: number): number {
		const { state } = this;
		const verdictAt = state.name === 'probing' ? this.verdictAt(state.probe) : now;
		const spacedAt = this.spacing.nextAt(this.sends.limit, this.areLast(now));
		return Math.max(this.closedUntil(ticket, now), verdictAt, spacedAt);
	}

	/**
	 * Until when there is no room, as far as is known, in ms. Whoever comes until then waits for the
	 * limit. To follow the first request after a rest, or another one at a distance, is no such waiting.
	 */
	private closedUntil({ poller }: Ticket, now: number): number {
		const { state } = this;
		const limitUntil = this.sends.fullUntil(now, poller !== undefined);
		if (state.name === 'paused') return Math.max(state.until, limitUntil);
		const isRetrying = state.name === 'probing' && state.probe.probe !== 'rest';
		return isRetrying ? Math.max(this.verdictAt(state.probe), limitUntil) : limitUntil;
	}

	/** Whether nobody else uses the key, as far as is known, and all that is left fits into the window. */
	private areLast(now: number): boolean {
		const toCome = this.announced + Math.max(1, this.line.length);
		return !this.schedule.isShared(now) && this.sends.hasRoomFor(toCome, now);
	}

	private isPaused(now: number): boolean {
		return this.state.name === 'paused' && this.state.until > now;
	}

	private verdictAt(probe: Permit): number {
		return probe.sentAt + this.refusalTime.ms;
	}

	/** Lets a request go now. */
	private permit({ poller }: Ticket, now: number): Admission {
		const { state } = this;
		const permit: Permit = {
			sentAt: now,
			burst: this.burst,
			place: this.sentInBurst,
			probe: state.name === 'paused' ? state.reason : undefined,
			isBeyondLimit: this.sends.isServiceLimitReached(now),
		};
		this.sentInBurst += 1;
		this.sends.add(permit, poller);
		this.spacing.sent(now);
		if (permit.probe) this.state = { name: 'probing', probe: permit };
		return { kind: 'permit', permit };
	}

	private turnAway(now: number): void {
		const isCertain = this.state.name !== 'probing';
		const isLost = ({ ticket, deadline }: Waiter) => {
			const closedUntil = this.closedUntil(ticket, now);
			if (closedUntil <= now) return false;
			return deadline <= this.awake.of(now) || (isCertain && deadline < this.awake.of(closedUntil));
		};
		let waiter = this.line.mostUrgent;
		while (waiter && isLost(waiter)) {
			const { ticket } = waiter;
			waiter.settle(() => this.waitedTooLong(ticket, now));
			waiter = this.line.mostUrgent;
		}
	}

	private waitedTooLong(ticket: Ticket, now: number): Admission {
		const { poller } = ticket;
		if (poller !== undefined) this.sends.kept.keepFor(poller, now, this.sends.limit);
		const retryAfterMs = Math.max(0, this.closedUntil(ticket, now) - now);
		const isAsked = this.state.name === 'paused' && this.state.reason === 'hint';
		return { kind: 'waitedTooLong', waitedMs: ticket.waitedMs, retryAfterMs, isAsked };
	}

	/** While the gate is open nobody is turned away, so there the deadlines do not matter. */
	private setAlarm(now: number, nextAt: number): void {
		const mostUrgent = this.line.mostUrgent;
		if (!mostUrgent) return;
		const restMs = mostUrgent.deadline - this.awake.of(now);
		this.alarm.set(restMs > 0 ? Math.min(nextAt, now + restMs) : nextAt);
	}

	/**
	 * Whether a request need not join the line: it was refused and has no waiting time left, or nothing
	 * got through for as long as it may wait, and others are being turned away already.
	 */
	private isHopeless(ticket: Ticket, maxWaitMs: number, now: number): boolean {
		if (ticket.rejections > 0 && ticket.waitedMs >= maxWaitMs) return true;
		return this.isPaused(now) && now - (this.starvingSince ?? now) > maxWaitMs;
	}

	/** After a quiet window and with no pause running, what was learned of the traffic is out of date. */
	private restIfIdle(now: number): void {
		if (this.isPaused(now) || this.line.first || !this.sends.isEmpty(now)) return;
		this.state = { name: 'paused', reason: 'rest', until: now };
		this.starvingSince = undefined;
		this.spacing.rested();
		this.schedule.rested(now);
	}

	private pause({ reason, at }: Probe): void {
		const { state } = this;
		// What the service asked for is not cut short.
		const least = state.name === 'paused' && state.reason === 'hint' ? state.until : at;
		this.state = { name: 'paused', reason, until: Math.max(at, least) };
		this.sentInBurst = 0;
		this.spacing.paused();
	}

	/** A probe was let in. */
	private open(probe: Permit): void {
		this.state = { name: 'open' };
		if (probe.probe === 'rest') this.spacing.begun(this.clock.now() - probe.sentAt);
		if (probe.probe) this.schedule.succeeded(probe.probe);
		// The service has more room than our log says, so it counts differently: begin the log anew.
		if (probe.isBeyondLimit) this.sends.counted.restartAt(probe);
	}

	/** A probe that was neither refused nor let in has shown nothing, so the next request is one too. */
	private repeatProbe(permit: Permit): void {
		if (!permit.probe || !this.isProbe(permit)) return;
		this.pause({ reason: permit.probe, at: this.clock.now() });
	}

	private isProbe(permit: Permit): boolean {
		return this.state.name === 'probing' && this.state.probe === permit;
	}

	private learnFromRefusal(permit: Permit, now: number): void {
		if (!permit.isBeyondLimit) this.schedule.sawOthers(now);
		if (permit.probe) this.schedule.failed(permit.probe, now);
		else if (permit.place <= TRICKLE) this.spacing.widen();
	}

	private nextProbe(permit: Permit, hints: RateHints, now: number): Probe {
		const askedMs = hints.retryAfterMs ?? hints.resetMs;
		return askedMs === undefined
			? this.schedule.next(now, this.sends.counted, this.starvingSince)
			: this.schedule.asAsked(now, askedMs, permit.probe);
	}

	private compareClocks(permit: Permit, { serverTime }: RateHints, now: number): void {
		if (serverTime !== undefined) this.wallClock.notice(serverTime, permit.sentAt, now);
	}
}
