import type { Clock } from './Clock';
import type { ProbeReason } from './Permit';

export interface Probe {
	reason: ProbeReason;
	/** Time at which to send the probe, in ms. */
	at: number;
}

const MINUTE_MS = 60_000;
/** Time in ms for which the schedule trusts what it has seen of the service and of other processes. */
const MEMORY_MS = 600_000;

/** Bounds of the back-off, in ms. A failed probe doubles the back-off; an accepted probe halves it. */
const SHORTEST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 25_000;

/** Longest random delay in ms after a time that the service named: other processes know this time too. */
const HINT_SPREAD_MS = 500;
/** Delay in ms after a calendar minute begins: by the service's clock, the minute may begin later. */
const MINUTE_LAG_MS = 700;

/** Interval of the ticks in ms. Ticks are times of the wall clock at which all processes of an API key probe. */
const TICK_MS = 5_050;
/** Time of twelve ticks in ms: a minute and a margin. */
const PERIOD_MS = 12 * TICK_MS;
/** Longest random delay in ms after a tick, so that one process comes first. */
const TICK_SPREAD_MS = 300;
/** While no request is accepted, a tick that is nearer than this time in ms is left to other processes. */
const TICK_LEAD_MS = 1_000;

/**
 * Chooses the time of the next probe. The service does not document how it counts requests. So each possible
 * way of counting proposes a time, and the earliest wins. A failed probe at the beginning of a calendar
 * minute stops such probes for ten minutes.
 */
export class ProbeSchedule {
	private backoffMs = SHORTEST_BACKOFF_MS;
	private minuteFailedAt = Number.NEGATIVE_INFINITY;
	private othersSeenAt = Number.NEGATIVE_INFINITY;

	constructor(private readonly clock: Clock) {}

	/**
	 * @param ownSlot time in ms at which this process's oldest request stops counting; undefined if there is
	 * none
	 * @param starvingSince time since which no request was accepted, in ms
	 */
	next(now: number, ownSlot: number | undefined, starvingSince: number): Probe {
		const probes =
			ownSlot === undefined
				? [this.minute(now), this.starving(now, starvingSince)]
				: [this.minute(now), this.ownSlot(now, ownSlot), this.backoff(now)];
		return probes.reduce((earliest, probe) => (probe.at < earliest.at ? probe : earliest));
	}

	/**
	 * Plans a probe for the time that the service named in Retry-After. If the service rejects the probe at
	 * that time, the next wait may grow.
	 *
	 * @param waitMs wait that the service asked for
	 * @param failed `ProbeReason` of the request that was rejected now; undefined if it was no probe
	 */
	asAsked(now: number, waitMs: number, failed: ProbeReason | undefined): Probe {
		const leastMs = failed === 'hint' ? this.drawBackoff() : 0;
		const spreadMs = this.clock.random() * HINT_SPREAD_MS;
		return { reason: 'hint', at: now + Math.max(waitMs, leastMs) + spreadMs };
	}

	/** Learns that a probe got a 429. */
	failed(reason: ProbeReason, now: number): void {
		if (reason === 'minute') this.minuteFailedAt = now;
		this.multiplyBackoff(reason, 2);
	}

	/** Learns that a probe was accepted. */
	succeeded(reason: ProbeReason): void {
		this.multiplyBackoff(reason, 1 / 2);
	}

	/** True if other processes were seen to use the same API key within the last ten minutes. */
	isShared(now: number): boolean {
		return now - this.othersSeenAt < MEMORY_MS;
	}

	/** Learns that other processes use the key: a 429 came although this process had room. */
	sawOthers(now: number): void {
		this.othersSeenAt = now;
	}

	private minute(now: number): Probe {
		const isRefuted = now - this.minuteFailedAt < MEMORY_MS;
		const at = this.nextMultiple(now - MINUTE_LAG_MS, MINUTE_MS) + MINUTE_LAG_MS;
		return { reason: 'minute', at: isRefuted ? Number.POSITIVE_INFINITY : at };
	}

	private ownSlot(now: number, expiry: number): Probe {
		return { reason: 'ownSlot', at: this.isShared(now) ? this.tickAfter(expiry) : expiry };
	}

	private backoff(now: number): Probe {
		return { reason: 'backoff', at: now + this.drawBackoff() };
	}

	/**
	 * Plans a probe while no request is accepted: for two minutes at every tick, then for a minute at random
	 * times, and so on. If the service counts rejected requests, probes at every tick could keep it full.
	 */
	private starving(now: number, since: number): Probe {
		const isSkipped = Math.floor((now - since) / PERIOD_MS) % 3 === 2;
		if (isSkipped) return this.backoff(now);
		return { reason: 'backoff', at: this.tickAfter(now + TICK_LEAD_MS) };
	}

	/** Returns the time in ms of the next tick plus a random delay, so that no process always comes last. */
	private tickAfter(time: number): number {
		return this.nextMultiple(time, TICK_MS) + this.clock.random() * TICK_SPREAD_MS;
	}

	/** Returns the monotonic time at which the wall clock next shows a multiple of an interval, e.g. a full minute. */
	private nextMultiple(time: number, interval: number): number {
		const wallTime = this.clock.wallTime() + (time - this.clock.now());
		return time + interval - (wallTime % interval);
	}

	/** Draws a random wait, so that several processes do not probe at the same time again and again. */
	private drawBackoff(): number {
		return this.backoffMs * (0.5 + this.clock.random());
	}

	/** Changes the back-off. Ignores `ownSlot` and `minute` probes: they do not go after a random wait. */
	private multiplyBackoff(reason: ProbeReason, factor: number): void {
		if (reason === 'ownSlot' || reason === 'minute') return;
		const ms = this.backoffMs * factor;
		this.backoffMs = Math.min(LONGEST_BACKOFF_MS, Math.max(SHORTEST_BACKOFF_MS, ms));
	}
}
