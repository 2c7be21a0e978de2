/** The ways to count requests. The service documents none of them. */
export type WindowKind =
	| 'fixedMinute'
	| 'fixedPhase'
	| 'fromFirstRequest'
	| 'sliding'
	| 'slidingCountingRejected'
	| 'slidingCounter'
	| 'tokenBucket'
	| 'leakyBucket'
	| 'unlimited';

/** The size of a window: at most `limit` requests in `windowMs` milliseconds. */
export interface WindowSize {
	limit: number;
	windowMs: number;
}

/** Counts the requests of one key. Times are in ms of a clock that never goes back. */
export interface RateWindow {
	/** Counts a request at `now`; returns true if it is admitted. */
	admit(now: number): boolean;
	/** Returns the ms from `now` until a request would be admitted. */
	waitAt(now: number): number;
}

/** Windows one after the other without gaps; the first starts at `phaseMs`. */
class FixedWindow implements RateWindow {
	private index = Number.NEGATIVE_INFINITY;
	private count = 0;

	constructor(
		private readonly size: WindowSize,
		private readonly phaseMs: number,
	) {}

	admit(now: number): boolean {
		const index = this.indexAt(now);
		if (index !== this.index) {
			this.index = index;
			this.count = 0;
		}
		if (this.count >= this.size.limit) return false;
		this.count += 1;
		return true;
	}

	waitAt(now: number): number {
		const index = this.indexAt(now);
		if (index !== this.index || this.count < this.size.limit) return 0;
		return (index + 1) * this.size.windowMs + this.phaseMs - now;
	}

	private indexAt(now: number): number {
		return Math.floor((now - this.phaseMs) / this.size.windowMs);
	}
}

/** A window that begins with a request; the next request after its end begins a new window. */
class WindowFromFirstRequest implements RateWindow {
	private openedAt = Number.NEGATIVE_INFINITY;
	private count = 0;

	constructor(private readonly size: WindowSize) {}

	admit(now: number): boolean {
		if (now >= this.openedAt + this.size.windowMs) {
			this.openedAt = now;
			this.count = 0;
		}
		if (this.count >= this.size.limit) return false;
		this.count += 1;
		return true;
	}

	waitAt(now: number): number {
		if (this.count < this.size.limit) return 0;
		return Math.max(0, this.openedAt + this.size.windowMs - now);
	}
}

/** Admits a request if fewer than `limit` were counted in the last `windowMs`. */
class SlidingWindow implements RateWindow {
	/** The newest counted times, at most `limit`; only the oldest of them matters. */
	private readonly times: number[] = [];
	private count = 0;

	constructor(
		private readonly size: WindowSize,
		private readonly countsRejected: boolean,
	) {}

	admit(now: number): boolean {
		const admitted = this.waitAt(now) === 0;
		if (admitted || this.countsRejected) {
			this.times[this.count % this.size.limit] = now;
			this.count += 1;
		}
		return admitted;
	}

	waitAt(now: number): number {
		const oldest = this.times[this.count % this.size.limit] ?? Number.NEGATIVE_INFINITY;
		return Math.max(0, oldest + this.size.windowMs - now);
	}
}

/** Estimates a sliding window: previous calendar window × its overlap + current window. */
class SlidingCounter implements RateWindow {
	private startedAt = Number.NEGATIVE_INFINITY;
	private previous = 0;
	private current = 0;

	constructor(private readonly size: WindowSize) {}

	admit(now: number): boolean {
		this.moveTo(now);
		if (this.estimateAt(now) >= this.size.limit) return false;
		this.current += 1;
		return true;
	}

	waitAt(now: number): number {
		this.moveTo(now);
		if (this.estimateAt(now) < this.size.limit) return 0;
		const { limit, windowMs } = this.size;
		const overlapToLose = this.current < limit ? 1 - (limit - this.current) / this.previous : 1;
		return Math.floor(this.startedAt + windowMs * overlapToLose - now) + 1;
	}

	private moveTo(now: number): void {
		const { windowMs } = this.size;
		const start = Math.floor(now / windowMs) * windowMs;
		if (start === this.startedAt) return;
		this.previous = start === this.startedAt + windowMs ? this.current : 0;
		this.current = 0;
		this.startedAt = start;
	}

	private estimateAt(now: number): number {
		const overlap = 1 - (now - this.startedAt) / this.size.windowMs;
		return this.previous * overlap + this.current;
	}
}

/** A bucket of `capacity` requests that refills evenly, `limit` requests in `windowMs`. */
class Bucket implements RateWindow {
	/** Time in ms at which the bucket is full again. A stored level would collect rounding errors. */
	private fullAt = Number.NEGATIVE_INFINITY;
	private readonly intervalMs: number;

	constructor(
		size: WindowSize,
		private readonly capacity: number,
	) {
		this.intervalMs = size.windowMs / size.limit;
	}

	admit(now: number): boolean {
		if (this.waitAt(now) > 0) return false;
		this.fullAt = Math.max(this.fullAt, now) + this.intervalMs;
		return true;
	}

	waitAt(now: number): number {
		return Math.max(0, this.fullAt - (this.capacity - 1) * this.intervalMs - now);
	}
}

const noLimit: RateWindow = { admit: () => true, waitAt: () => 0 };

/** Offset of a window that differs from the calendar minute: 24 s for a window of one minute. */
const shareOfPhase = 0.4;
/** Size of the bucket: 10 requests for a limit of 60 a minute. */
const shareOfLeakyBucket = 1 / 6;

const windowKinds: Record<WindowKind, (size: WindowSize) => RateWindow> = {
	fixedMinute: (size) => new FixedWindow(size, 0),
	fixedPhase: (size) => new FixedWindow(size, Math.round(size.windowMs * shareOfPhase)),
	fromFirstRequest: (size) => new WindowFromFirstRequest(size),
	sliding: (size) => new SlidingWindow(size, false),
	slidingCountingRejected: (size) => new SlidingWindow(size, true),
	slidingCounter: (size) => new SlidingCounter(size),
	tokenBucket: (size) => new Bucket(size, size.limit),
	leakyBucket: (size) => new Bucket(size, Math.max(1, Math.round(size.limit * shareOfLeakyBucket))),
	unlimited: () => noLimit,
};

export const windowKindNames = Object.keys(windowKinds);

export function isWindowKind(text: string): text is WindowKind {
	return windowKindNames.includes(text);
}

export function openWindow(kind: WindowKind, size: WindowSize): RateWindow {
	return windowKinds[kind](size);
}
