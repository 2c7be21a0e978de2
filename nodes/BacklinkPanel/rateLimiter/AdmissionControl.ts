import type { Clock } from './Clock';
import type { Permit, ProbeReason, PermitOutcome, RequestTurn } from './Permit';
import { ProbeSchedule, type Probe } from './ProbeSchedule';
import type { RateLimitHeaders } from './rateLimitHeaders';
import type { SentRequests } from './SentRequests';

type State =
	/** Requests go, at once or at a small distance. */
	| { name: 'open' }
	/** No request goes until a time, then a single one: the probe. */
	| { name: 'paused'; until: number; reason: ProbeReason }
	/** The probe is in flight, and nothing else goes until it is clear that it was let in. */
	| { name: 'probing'; probe: Permit };

/**
 * The time, in ms, that a whole minute's worth of requests takes once there was a pause, so that others
 * get in. If others were seen, it is longer than from one tick to the next.
 */
const MINUTES_WORTH_MS = 3_000;
const MINUTES_WORTH_WITH_OTHERS_MS = 6_600;

/**
 * Bounds of the time that a rejection takes, in ms. A 429 is quick, an order may take long: a request
 * that was not rejected within this time was let in, although its answer is still out.
 */
const SHORTEST_VERDICT_MS = 500;
const LONGEST_VERDICT_MS = 10_000;

/** Decides when the next request may go, by how the earlier ones ended. All times in ms. */
export class AdmissionControl {
	private readonly schedule: ProbeSchedule;
	private state: State = { name: 'open' };
	/** True after the first pause since a quiet minute. */
	private hasPaused = false;
	private lastSentAt = Number.NEGATIVE_INFINITY;
	private verdictMs = SHORTEST_VERDICT_MS;
	/** Time of the first 429 since a request got through. */
	private starvingSince: number | undefined;

	constructor(
		clock: Clock,
		private readonly sent: SentRequests,
	) {
		this.schedule = new ProbeSchedule(clock);
	}

	/** Tells when the next request may go; a probe that is in flight may make it earlier. */
	nextAt(turn: RequestTurn, now: number): number {
		const closedUntil = this.closedUntil(turn, now);
		if (!this.hasPaused) return closedUntil;
		const isShared = this.schedule.isShared(now);
		const minutesWorthMs = isShared ? MINUTES_WORTH_WITH_OTHERS_MS : MINUTES_WORTH_MS;
		return Math.max(closedUntil, this.lastSentAt + minutesWorthMs / this.sent.limits.expected);
	}

	/** Tells until when there is no room, as far as is known; now if there is some. */
	closedUntil({ poller }: RequestTurn, now: number): number {
		this.update(now);
		const fullUntil = this.sent.fullUntil(now, poller !== undefined);
		if (this.state.name === 'open') return fullUntil;
		const { state } = this;
		return Math.max(fullUntil, state.name === 'paused' ? state.until : this.verdictAt(state.probe));
	}

	/** True if the service itself named the time until which nothing goes. */
	get isAskedToWait(): boolean {
		return this.state.name === 'paused' && this.state.reason === 'hint';
	}

	isPaused(now: number): boolean {
		return this.state.name === 'paused' && this.state.until > now;
	}

	/** True if nothing got through for longer than this, and nothing goes now. */
	isStarving(longerThanMs: number, now: number): boolean {
		return this.isPaused(now) && now - (this.starvingSince ?? now) > longerThanMs;
	}

	/** After a quiet minute and with no pause running, nothing speaks against several requests at once. */
	restIfIdle(now: number): void {
		if (this.isPaused(now) || !this.sent.isEmpty(now)) return;
		this.state = { name: 'open' };
		this.hasPaused = false;
		this.starvingSince = undefined;
	}

	/** Lets a request go now. */
	permit(turn: RequestTurn, now: number): Permit {
		const permit: Permit = {
			turn,
			sentAt: now,
			probe: this.state.name === 'paused' ? this.state.reason : undefined,
			isBeyondLimit: this.sent.isExpectedReached(now),
		};
		this.sent.add(permit);
		this.lastSentAt = now;
		if (permit.probe) this.state = { name: 'probing', probe: permit };
		return permit;
	}

	/** Learns how a request ended. */
	report(
		permit: Permit,
		outcome: PermitOutcome,
		{ retryAfterMs }: RateLimitHeaders,
		now: number,
	): void {
		if (outcome === 'accepted') this.accepted(permit);
		else if (outcome === 'rejected') this.rejected(permit, retryAfterMs, now);
		else {
			if (outcome === 'unsent') this.sent.unsent(permit);
			// A probe that was neither rejected nor let in has shown nothing, so the next one is one too.
			if (permit.probe && this.isProbe(permit)) this.pause({ reason: permit.probe, at: now });
		}
	}

	private accepted(permit: Permit): void {
		if (permit.sentAt >= (this.starvingSince ?? 0)) this.starvingSince = undefined;
		if (this.isProbe(permit)) this.open(permit);
	}

	private rejected(permit: Permit, retryAfterMs: number | undefined, now: number): void {
		this.sent.rejected(permit);
		const twiceAsLong = 2 * (now - permit.sentAt);
		this.verdictMs = Math.min(LONGEST_VERDICT_MS, Math.max(SHORTEST_VERDICT_MS, twiceAsLong));
		this.starvingSince ??= now;
		if (!permit.isBeyondLimit) this.schedule.sawOthers(now);
		if (permit.probe) this.schedule.failed(permit.probe, now);
		this.pause(
			retryAfterMs === undefined
				? this.nextProbe(now)
				: this.schedule.asAsked(now, retryAfterMs, permit.probe),
		);
	}

	/** Makes the changes that time alone brings. */
	private update(now: number): void {
		const { state } = this;
		if (state.name === 'probing' && now >= this.verdictAt(state.probe)) this.open(state.probe);
		if (this.state.name === 'open' && this.sent.isExpectedReached(now)) {
			this.pause(this.nextProbe(now));
		}
	}

	private nextProbe(now: number): Probe {
		return this.schedule.next(now, this.sent.nextSlotAfter(now), this.starvingSince ?? now);
	}

	private verdictAt(probe: Permit): number {
		return probe.sentAt + this.verdictMs;
	}

	private pause({ reason, at }: Probe): void {
		this.state = { name: 'paused', reason, until: at };
		this.hasPaused = true;
	}

	/** A probe was let in. */
	private open(probe: Permit): void {
		this.state = { name: 'open' };
		if (probe.probe) this.schedule.succeeded(probe.probe);
		if (probe.isBeyondLimit) this.sent.countFrom(probe);
	}

	private isProbe(permit: Permit): boolean {
		return this.state.name === 'probing' && this.state.probe === permit;
	}
}
