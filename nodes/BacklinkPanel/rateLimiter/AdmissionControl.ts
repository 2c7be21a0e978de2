import type { Clock } from './Clock';
import type { Permit, ProbeReason, PermitOutcome, RequestTurn } from './Permit';
import { ProbeSchedule, type Probe } from './ProbeSchedule';
import type { SentRequests } from './SentRequests';

type State =
	/** Requests may go. For some time after a pause, they are spaced out. */
	| { name: 'open' }
	/** No request goes before `until`. Then one request goes, the probe. */
	| { name: 'paused'; until: number; reason: ProbeReason }
	/** The probe is in flight. Other requests wait until the probe counts as accepted. */
	| { name: 'probing'; probe: Permit };

/** Time in ms over which a minute's requests are spread after a pause, to leave gaps for other processes. */
const MINUTES_WORTH_MS = 3_000;
/** Time in ms for a minute's requests while other processes use the key: longer than a tick, so that each can probe. */
const MINUTES_WORTH_WITH_OTHERS_MS = 6_600;

/** Bounds in ms of the time after which a probe without a 429 counts as accepted. A 429 comes quickly. */
const SHORTEST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

/** Decides when the next request may go, by the outcomes of earlier requests. All times in ms. */
export class AdmissionControl {
	private readonly schedule: ProbeSchedule;
	private state: State = { name: 'open' };
	/** True from the first pause until a minute without requests. */
	private hasPaused = false;
	private lastSentAt = Number.NEGATIVE_INFINITY;
	private waitMs = SHORTEST_WAIT_MS;
	/** Time of the first 429 since the last accepted request. */
	private starvingSince: number | undefined;

	constructor(
		clock: Clock,
		private readonly sent: SentRequests,
	) {
		this.schedule = new ProbeSchedule(clock);
	}

	/** Returns the time at which the next request may go, as far as known now. */
	nextAt(turn: RequestTurn, now: number): number {
		const closedUntil = this.closedUntil(turn, now);
		if (!this.hasPaused) return closedUntil;
		const isShared = this.schedule.isShared(now);
		const minutesWorthMs = isShared ? MINUTES_WORTH_WITH_OTHERS_MS : MINUTES_WORTH_MS;
		return Math.max(closedUntil, this.lastSentAt + minutesWorthMs / this.sent.limits.expected);
	}

	/** Returns the time until which the service seems full; now if there seems to be room. */
	closedUntil({ poller }: RequestTurn, now: number): number {
		this.update(now);
		const fullUntil = this.sent.fullUntil(now, poller !== undefined);
		if (this.state.name === 'open') return fullUntil;
		const { state } = this;
		return Math.max(fullUntil, state.name === 'paused' ? state.until : this.openAt(state.probe));
	}

	/** True if the service itself named the end of the pause, in a Retry-After header. */
	get isAskedToWait(): boolean {
		return this.state.name === 'paused' && this.state.reason === 'hint';
	}

	isPaused(now: number): boolean {
		return this.state.name === 'paused' && this.state.until > now;
	}

	/** True if a pause is on, and no request was accepted for more than `longerThanMs`. */
	isStarving(longerThanMs: number, now: number): boolean {
		return this.isPaused(now) && now - (this.starvingSince ?? now) > longerThanMs;
	}

	/** Returns to full speed after a minute without requests, unless a pause is on. */
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

	/** Changes the state by the outcome of a request. */
	report(
		permit: Permit,
		outcome: PermitOutcome,
		retryAfterMs: number | undefined,
		now: number,
	): void {
		if (outcome === 'accepted') this.accepted(permit);
		else if (outcome === 'rejected') this.rejected(permit, retryAfterMs, now);
		else {
			if (outcome === 'unsent') this.sent.unsent(permit);
			// Makes the next request a probe too, because a probe that got no answer has shown nothing.
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
		this.waitMs = Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, twiceAsLong));
		this.starvingSince ??= now;
		if (!permit.isBeyondLimit) this.schedule.sawOthers(now);
		if (permit.probe) this.schedule.failed(permit.probe, now);
		this.pause(
			retryAfterMs === undefined
				? this.nextProbe(now)
				: this.schedule.asAsked(now, retryAfterMs, permit.probe),
		);
	}

	/** Lets requests go if no 429 came for some time after a probe. Pauses if the expected limit is reached. */
	private update(now: number): void {
		const { state } = this;
		if (state.name === 'probing' && now >= this.openAt(state.probe)) this.open(state.probe);
		if (this.state.name === 'open' && this.sent.isExpectedReached(now)) {
			this.pause(this.nextProbe(now));
		}
	}

	private nextProbe(now: number): Probe {
		return this.schedule.next(now, this.sent.nextSlotAfter(now), this.starvingSince ?? now);
	}

	private openAt(probe: Permit): number {
		return probe.sentAt + this.waitMs;
	}

	private pause({ reason, at }: Probe): void {
		this.state = { name: 'paused', reason, until: at };
		this.hasPaused = true;
	}

	private open(probe: Permit): void {
		this.state = { name: 'open' };
		if (probe.probe) this.schedule.succeeded(probe.probe);
		if (probe.isBeyondLimit) this.sent.countFrom(probe);
	}

	private isProbe(permit: Permit): boolean {
		return this.state.name === 'probing' && this.state.probe === permit;
	}
}
