import { PriorityQueue } from './PriorityQueue';
import { scaledTo } from './scaledTo';

/** For a window of a minute, in ms. */
const DURATIONS = {
	window: 60_000,
	/** Requests take differently long to the service, so what it counts is not spaced as it was sent. */
	margin: 250,
};

export interface Send {
	/** Not when it was answered: a request counts from when the service got it. */
	readonly sentAt: number;
}

/** The requests of the last window. */
export class SendLog {
	private readonly sends = new PriorityQueue<Send>((one, other) => one.sentAt - other.sentAt);
	private readonly memoryMs: number;

	/** @param windowMs the window that the service counts over, in ms */
	constructor(windowMs: number) {
		const { window, margin } = scaledTo(windowMs, DURATIONS);
		this.memoryMs = window + margin;
	}

	/** How many requests were sent in the window that ends now. */
	sizeAt(now: number): number {
		this.expire(now);
		return this.sends.size;
	}

	/** When the oldest request leaves the window, in ms; undefined if there is none. */
	nextExpiryAfter(now: number): number | undefined {
		this.expire(now);
		return this.sends.first && this.sends.first.sentAt + this.memoryMs;
	}

	add(send: Send): void {
		this.sends.add(send);
	}

	forget(send: Send): void {
		this.sends.remove(send);
	}

	/** Forgets everything that was sent before this. */
	restartAt(send: Send): void {
		this.forgetWhile(({ sentAt }) => sentAt < send.sentAt);
	}

	private expire(now: number): void {
		this.forgetWhile(({ sentAt }) => sentAt + this.memoryMs <= now);
	}

	private forgetWhile(isPast: (send: Send) => boolean): void {
		for (let first = this.sends.first; first && isPast(first); first = this.sends.first) {
			this.sends.remove(first);
		}
	}
}
