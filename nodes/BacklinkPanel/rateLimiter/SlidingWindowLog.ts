import type { Permit } from './Permit';
import { SortedArray } from './SortedArray';

const WINDOW_MS = 60_000;
/** Requests take differently long to the service, so what it counts is not spaced as it was sent. */
const MARGIN_MS = 250;
const MEMORY_MS = WINDOW_MS + MARGIN_MS;

/** The requests of the last minute. They count from when they were sent, not from their answer. */
export class SlidingWindowLog {
	private readonly sent = new SortedArray<Permit>((one, other) => one.number - other.number);

	/** How many requests were sent in the minute that ends now. */
	sizeAt(now: number): number {
		this.expire(now);
		return this.sent.size;
	}

	/** When the oldest request leaves the window, in ms; undefined if there is none. */
	nextExpiryAfter(now: number): number | undefined {
		this.expire(now);
		return this.sent.first && this.sent.first.sentAt + MEMORY_MS;
	}

	add(permit: Permit): void {
		this.sent.add(permit);
	}

	forget(permit: Permit): void {
		this.sent.remove(permit);
	}

	/** Forgets everything that was sent before this. */
	restartAt(permit: Permit): void {
		this.forgetWhile(({ sentAt }) => sentAt < permit.sentAt);
	}

	private expire(now: number): void {
		this.forgetWhile(({ sentAt }) => sentAt + MEMORY_MS <= now);
	}

	private forgetWhile(isPast: (permit: Permit) => boolean): void {
		for (let { first } = this.sent; first && isPast(first); first = this.sent.first) {
			this.sent.remove(first);
		}
	}
}
