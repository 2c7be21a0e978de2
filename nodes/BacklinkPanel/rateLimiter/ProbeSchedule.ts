import type { Clock, WallClock } from './Clock';
import type { ProbeReason } from './Permit';
import type { SlidingWindowLog } from './SentRequests';

export interface Probe {
	reason: ProbeReason;
	/** In ms. */
	at: number;
}

const NEVER = Number.POSITIVE_INFINITY;

/** In ms. */
const DURATIONS = {
	/** The back-off doubles with each probe that fails, and halves with each that succeeds. */
	shortestBackoff: 1_000,
	longestBackoff: 25_000,
	/** How long something learned about the service or about others is believed. */
	memory: 600_000,
	/** Where the service names a time, not everybody comes at once. */
	hintSpread: 500,
	/** Clocks differ a little: whoever comes too early for the minute learns the wrong thing. */
	minuteLag: 1_000,
	/** A tick nearer than this is left to those who have planned it. */
	tickLead: 1_000,
	/** Whoever starves comes to the ticks for two of these, and stays away for the third. */
	starvingPeriod: 60_600,
	/** For two of them, too, somebody counts as new. */
	newcomer: 121_200,
};

/**
 * A newcomer with no more than this in the window goes on coming to the ticks: a small job that got
 * the last places of a window would otherwise come late for the next one too.
 */
const FEW_SLOTS = 2;

/**
 * Which probes move the back-off: a service that is asked at its own slot or minute has answered
 * nothing about the times in between.
 */
const MOVES_BACKOFF: Record<ProbeReason, boolean> = {
	rest: true,
	hint: true,
	ownSlot: false,
	minute: false,
	backoff: true,
};

/**
 * Chooses when to try next. How the service counts is not documented, so each way of counting has its
 * moment, and the earliest one is taken; what turns out wrong is not tried again for some time.
 */
export class ProbeSchedule {
	private backoffMs = DURATIONS.shortestBackoff;
	private minuteFailedAt = Number.NEGATIVE_INFINITY;
	private othersSeenAt = Number.NEGATIVE_INFINITY;
	private begunAt = Number.NEGATIVE_INFINITY;

	constructor(
		private readonly clock: Clock,
		private readonly wallClock: WallClock,
	) {}

	/**
	 * @param counted the requests that the service counted in the last window, as far as is known
	 * @param starvingSince since when nothing got through, in ms; undefined if something did
	 */
	next(now: number, counted: SlidingWindowLog, starvingSince = now): Probe {
		const isNewcomer = now - this.begunAt < DURATIONS.newcomer;
		const isStarving = counted.sizeAt(now) <= (isNewcomer ? FEW_SLOTS : 0);
		const probes = [
			this.minute(now),
			this.ownSlot(now, counted),
			isStarving ? this.starving(now, starvingSince) : this.backoff(now),
		];
		return probes.reduce((earliest, probe) => (probe.at < earliest.at ? probe : earliest));
	}

	/**
	 * The service said when to come again. That wins over all that is known, but a service that names a
	 * time and then refuses is asked less and less often.
	 *
	 * @param waitMs the wait that the service asked for, in ms
	 * @param failed the probe that was refused just now, if it was one
	 */
	asAsked(now: number, waitMs: number, failed?: ProbeReason): Probe {
		const least = failed === 'hint' ? this.drawBackoff() : 0;
		const spread = this.clock.random() * DURATIONS.hintSpread;
		return { reason: 'hint', at: now + Math.max(waitMs, least) + spread };
	}

	/** A probe came back with a 429. */
	failed(reason: ProbeReason, now: number): void {
		if (reason === 'minute') this.minuteFailedAt = now;
		if (MOVES_BACKOFF[reason]) this.setBackoff(this.backoffMs * 2);
	}

	/** The window was open for a probe. */
	succeeded(reason: ProbeReason): void {
		if (MOVES_BACKOFF[reason]) this.setBackoff(this.backoffMs / 2);
	}

	/** Whether others use the key, as far as was seen. */
	isShared(now: number): boolean {
		return now - this.othersSeenAt < DURATIONS.memory;
	}

	/** A 429 came although this process had room: others use the key too. */
	sawOthers(now: number): void {
		this.othersSeenAt = now;
	}

	/** Nothing was sent for a whole window. */
	rested(now: number): void {
		this.begunAt = now;
		this.backoffMs = DURATIONS.shortestBackoff;
	}

	private minute(now: number): Probe {
		const { memory, minuteLag } = DURATIONS;
		const isRefuted = now - this.minuteFailedAt < memory;
		const at = this.wallClock.minuteAfter(now - minuteLag) + minuteLag;
		return { reason: 'minute', at: isRefuted ? NEVER : at };
	}

	/** Where others use the key, everybody comes to the ticks, and so nobody is always too late. */
	private ownSlot(now: number, counted: SlidingWindowLog): Probe {
		const expiry = counted.nextExpiryAfter(now);
		if (expiry === undefined) return { reason: 'ownSlot', at: NEVER };
		return {
			reason: 'ownSlot',
			at: this.isShared(now) ? this.wallClock.tickAfter(expiry) : expiry,
		};
	}

	private backoff(now: number): Probe {
		return { reason: 'backoff', at: now + this.drawBackoff() };
	}

	/**
	 * Whoever has nothing in the window has no slot to wait for, and comes to the ticks at which others
	 * let theirs go. Now and then it stays away: a service that counts what it refuses would never
	 * open again if many came to every tick.
	 */
	private starving(now: number, since: number): Probe {
		const { starvingPeriod, tickLead } = DURATIONS;
		const staysAway = Math.floor((now - since) / starvingPeriod) % 3 === 2;
		if (staysAway) return this.backoff(now);
		return { reason: 'backoff', at: this.wallClock.tickAfter(now + tickLead) };
	}

	/** Different each time, so that processes do not come together again and again. */
	private drawBackoff(): number {
		return this.backoffMs * (0.5 + this.clock.random());
	}

	private setBackoff(ms: number): void {
		const { shortestBackoff, longestBackoff } = DURATIONS;
		this.backoffMs = Math.min(longestBackoff, Math.max(shortestBackoff, ms));
	}
}
