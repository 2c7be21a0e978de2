import { type Clock, WallClock } from './Clock';
import type { Permit, ProbeReason, PermitOutcome, RequestTurn } from './Permit';
import { ProbeSchedule, type Probe } from './ProbeSchedule';
import type { RateLimitHeaders } from './rateLimitHeaders';
import { RequestSpacing } from './RequestSpacing';
import type { SentRequests } from './SentRequests';

type State =
	/** Requests go, at a small distance. */
	| { name: 'open' }
	/** Nothing goes until a time, then a single request: the probe. */
	| { name: 'paused'; until: number; reason: ProbeReason }
	/** The probe is in flight, and nothing else goes until it is clear that it was let in. */
	| { name: 'probing'; probe: Permit };

/** A 429 to one of the first so many after a probe: there was room for these few alone. */
const TRICKLE = 3;

/** Decides when the next request may go, by what became of the earlier ones. All times in ms. */
export class AdmissionControl {
	private readonly spacing = new RequestSpacing();
	private readonly rejectionLatency = new RejectionLatency();
	private readonly wallClock: WallClock;
	private readonly schedule: ProbeSchedule;
	private state: State = { name: 'open' };
	private burst = 0;
	private sentInBurst = 0;
	private sentSoFar = 0;
	/** When the first 429 came since something got through. */
	private starvingSince: number | undefined;

	constructor(
		clock: Clock,
		private readonly sent: SentRequests,
	) {
		this.wallClock = new WallClock(clock);
		this.schedule = new ProbeSchedule(clock, this.wallClock);
	}

	/**
	 * When the next request may go; a probe that is in flight may make it earlier.
	 *
	 * @param toCome how many requests are waiting or announced
	 */
	nextAt({ poller }: RequestTurn, toCome: number, now: number): number {
		this.update(now);
		const { state } = this;
		const verdictAt = state.name === 'probing' ? this.verdictAt(state.probe) : now;
		const areLast = !this.schedule.isShared(now) && this.sent.hasRoomFor(toCome, now);
		const spacedAt = this.spacing.nextAt(this.sent.limit, areLast);
		return Math.max(this.closedUntil(poller, now), verdictAt, spacedAt);
	}

	/**
	 * Until when there is no room, as far as is known. Whoever comes until then waits for the limit. To
	 * follow the first request after a rest, or another one at a distance, is no such waiting.
	 */
	closedUntil(poller: string | undefined, now: number): number {
		const { state } = this;
		const limitUntil = this.sent.fullUntil(now, poller !== undefined);
		if (state.name === 'paused') return Math.max(state.until, limitUntil);
		const isRetrying = state.name === 'probing' && state.probe.probe !== 'rest';
		return isRetrying ? Math.max(this.verdictAt(state.probe), limitUntil) : limitUntil;
	}

	get isProbing(): boolean {
		return this.state.name === 'probing';
	}

	/** Whether the service itself named the time until which nothing goes. */
	get isAskedToWait(): boolean {
		return this.state.name === 'paused' && this.state.reason === 'hint';
	}

	isPaused(now: number): boolean {
		return this.state.name === 'paused' && this.state.until > now;
	}

	/** Whether nothing got through for longer than this, and nothing goes now. */
	isStarving(longerThanMs: number, now: number): boolean {
		return this.isPaused(now) && now - (this.starvingSince ?? now) > longerThanMs;
	}

	/** The machine was suspended for so long: in this time nothing was tried in vain. */
	resumed(ms: number): void {
		if (this.starvingSince !== undefined) this.starvingSince += ms;
	}

	/** After a quiet minute and with no pause running, what was learned of the traffic is out of date. */
	restIfIdle(now: number): void {
		if (this.isPaused(now) || !this.sent.isEmpty(now)) return;
		this.state = { name: 'paused', reason: 'rest', until: now };
		this.starvingSince = undefined;
		this.spacing.rested();
		this.schedule.rested(now);
	}

	/** Lets a request go now. */
	permit(turn: RequestTurn, now: number): Permit {
		const { state } = this;
		const permit: Permit = {
			turn,
			sentAt: now,
			number: this.sentSoFar,
			burst: this.burst,
			place: this.sentInBurst,
			probe: state.name === 'paused' ? state.reason : undefined,
			isBeyondLimit: this.sent.isDocumentedLimitReached(now),
		};
		this.sentSoFar += 1;
		this.sentInBurst += 1;
		this.sent.add(permit);
		this.spacing.sent(now);
		if (permit.probe) this.state = { name: 'probing', probe: permit };
		return permit;
	}

	/** Learns what became of a request. */
	report(
		permit: Permit,
		outcome: PermitOutcome,
		rateLimitHeaders: RateLimitHeaders,
		now: number,
	): void {
		const { serverTime } = rateLimitHeaders;
		if (serverTime !== undefined) this.wallClock.notice(serverTime, permit.sentAt, now);
		if (outcome === 'accepted') this.accepted(permit, rateLimitHeaders, now);
		else if (outcome === 'rejected') this.rejected(permit, rateLimitHeaders, now);
		else {
			if (outcome === 'unsent') this.sent.unsent(permit);
			// A probe that was neither rejected nor let in has shown nothing, so the next one is one too.
			if (permit.probe && this.isProbe(permit)) this.pause({ reason: permit.probe, at: now });
		}
	}

	private accepted(permit: Permit, { remaining, resetMs }: RateLimitHeaders, now: number): void {
		const isNews = this.starvingSince !== undefined && permit.sentAt >= this.starvingSince;
		if (isNews) this.starvingSince = undefined;
		if (this.isProbe(permit)) this.open(permit, now);
		if (remaining === 0 && resetMs !== undefined) {
			this.burst += 1;
			this.pause(this.schedule.asAsked(now, resetMs));
		}
	}

	private rejected(permit: Permit, { retryAfterMs, resetMs }: RateLimitHeaders, now: number): void {
		this.sent.rejected(permit);
		this.rejectionLatency.learn(now - permit.sentAt);
		if (permit.burst !== this.burst) return;
		this.burst += 1;
		this.starvingSince ??= now;
		if (!permit.isBeyondLimit) this.schedule.sawOthers(now);
		if (permit.probe) this.schedule.failed(permit.probe, now);
		else if (permit.place <= TRICKLE) this.spacing.widen();
		const askedMs = retryAfterMs ?? resetMs;
		this.pause(
			askedMs === undefined
				? this.nextProbe(now)
				: this.schedule.asAsked(now, askedMs, permit.probe),
		);
	}

	/** What comes about by the mere passing of time. */
	private update(now: number): void {
		const { state } = this;
		if (state.name === 'probing' && now >= this.verdictAt(state.probe)) this.open(state.probe, now);
		if (this.state.name === 'open' && this.sent.isDocumentedLimitReached(now)) {
			this.pause(this.nextProbe(now));
		}
	}

	private nextProbe(now: number): Probe {
		return this.schedule.next(now, this.sent.counted, this.starvingSince);
	}

	private verdictAt(probe: Permit): number {
		return probe.sentAt + this.rejectionLatency.ms;
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
	private open(probe: Permit, now: number): void {
		this.state = { name: 'open' };
		if (probe.probe === 'rest') this.spacing.begun(now - probe.sentAt);
		if (probe.probe) this.schedule.succeeded(probe.probe);
		if (probe.isBeyondLimit) this.sent.countFrom(probe);
	}

	private isProbe(permit: Permit): boolean {
		return this.state.name === 'probing' && this.state.probe === permit;
	}
}

/** Sooner than this no rejection is ruled out, and longer than this nobody waits for one; in ms. */
const SHORTEST_MS = 500;
const LONGEST_MS = 10_000;

/** How fast slow rejections of the past are forgotten. */
const DECAY = 0.95;

/**
 * How long a rejection may take, learned from those that came. A 429 is quick, an order may take long:
 * a request that was not rejected within this time was let in, although its answer is still out.
 */
class RejectionLatency {
	private currentMs = SHORTEST_MS;

	get ms(): number {
		return this.currentMs;
	}

	/** @param tookMs how long a 429 took, in ms */
	learn(tookMs: number): void {
		const twice = 2 * tookMs;
		this.currentMs =
			twice > this.currentMs
				? Math.min(LONGEST_MS, twice)
				: Math.max(SHORTEST_MS, this.currentMs * DECAY);
	}
}
