import type { Clock } from './Clock';
import type { ProbeReason } from './Permit';

export interface Probe {
	reason: ProbeReason;
	/** In ms. */
	at: number;
}

const MINUTE_MS = 60_000;
/** Time for which something learned about the service or about others is believed, in ms. */
const MEMORY_MS = 600_000;

/** The back-off doubles with each probe that fails, and halves with each that succeeds. In ms. */
const SHORTEST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 25_000;

/** Spread of the processes that come at a time that the service named, in ms. */
const HINT_SPREAD_MS = 500;
/** Clocks differ a little: a probe that comes too early for the minute teaches the wrong thing. In ms. */
const MINUTE_LAG_MS = 700;

/** A little longer than a window with its margin and the spread below, in ms. */
const PERIOD_MS = 60_600;
/** A request that was sent at a tick has left the window twelve ticks later. */
const TICK_MS = PERIOD_MS / 12;
/** Spread of the processes that come to one tick, in ms, so that one of them is the first. */
const TICK_SPREAD_MS = 300;
/** A tick nearer than this, in ms, is left to those who have planned it. */
const TICK_LEAD_MS = 1_000;

/**
 * Chooses when to try next. How the service counts is not documented, so each way of counting has its
 * moment, and the earliest one is taken; a minute that turns out wrong is not tried again for some time.
 */
export class ProbeSchedule {
	private backoffMs = SHORTEST_BACKOFF_MS;
	private minuteFailedAt = Number.NEGATIVE_INFINITY;
	private othersSeenAt = Number.NEGATIVE_INFINITY;

	constructor(private readonly clock: Clock) {}

	/**
	 * @param ownSlot when the oldest request that counts leaves the window, in ms; undefined if there is none
	 * @param starvingSince since when nothing got through, in ms
	 */
	next(now: number, ownSlot: number | undefined, starvingSince: number): Probe {
		const probes =
			ownSlot === undefined
				? [this.minute(now), this.starving(now, starvingSince)]
				: [this.minute(now), this.ownSlot(now, ownSlot), this.backoff(now)];
		return probes.reduce((earliest, probe) => (probe.at < earliest.at ? probe : earliest));
	}

	/**
	 * The service said when to come again. That wins over all that is known, but a service that names a
	 * time and then refuses is asked less and less often.
	 *
	 * @param waitMs the wait that the service asked for, in ms
	 * @param failed the probe that was refused just now, if it was one
	 */
	asAsked(now: number, waitMs: number, failed: ProbeReason | undefined): Probe {
		const leastMs = failed === 'hint' ? this.drawBackoff() : 0;
		const spreadMs = this.clock.random() * HINT_SPREAD_MS;
		return { reason: 'hint', at: now + Math.max(waitMs, leastMs) + spreadMs };
	}

	/** A probe came back with a 429. */
	failed(reason: ProbeReason, now: number): void {
		if (reason === 'minute') this.minuteFailedAt = now;
		this.multiplyBackoff(reason, 2);
	}

	/** The window was open for a probe. */
	succeeded(reason: ProbeReason): void {
		this.multiplyBackoff(reason, 1 / 2);
	}

	/** True if others use the key, as far as was seen. */
	isShared(now: number): boolean {
		return now - this.othersSeenAt < MEMORY_MS;
	}

	/** A 429 came although this process had room: others use the key too. */
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
	 * A process that gets nothing through tries at every tick for two periods, then skips one: a service
	 * that counts what it refuses would never open again if many came to every tick.
	 */
	private starving(now: number, since: number): Probe {
		const isSkipped = Math.floor((now - since) / PERIOD_MS) % 3 === 2;
		if (isSkipped) return this.backoff(now);
		return { reason: 'backoff', at: this.tickAfter(now + TICK_LEAD_MS) };
	}

	/**
	 * The next tick of the calendar after a time, a little spread; in ms. Processes that share a key do
	 * not know of each other, but can meet: all let their places go at ticks and look for places at
	 * ticks, so that none comes too late every time.
	 */
	private tickAfter(time: number): number {
		return this.nextMultiple(time, TICK_MS) + this.clock.random() * TICK_SPREAD_MS;
	}

	/** The next multiple of an interval by the calendar, after a time of the clock. */
	private nextMultiple(time: number, interval: number): number {
		const wallTime = this.clock.wallTime() + (time - this.clock.now());
		return time + interval - (wallTime % interval);
	}

	/** Different each time, so that processes do not come together again and again. */
	private drawBackoff(): number {
		return this.backoffMs * (0.5 + this.clock.random());
	}

	/** A probe at the own slot or the minute has shown nothing about the times in between. */
	private multiplyBackoff(reason: ProbeReason, factor: number): void {
		if (reason === 'ownSlot' || reason === 'minute') return;
		const ms = this.backoffMs * factor;
		this.backoffMs = Math.min(LONGEST_BACKOFF_MS, Math.max(SHORTEST_BACKOFF_MS, ms));
	}
}
