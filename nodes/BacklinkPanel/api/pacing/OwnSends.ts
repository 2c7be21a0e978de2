import { DOCUMENTED_LIMIT } from './documentedLimit';
import { SendLog, type Send } from './SendLog';

/**
 * What this process sent in the last window, in two logs, because limits are of two kinds. The
 * documented limit is the service's, so what the service refused does not count, and where it takes
 * more than that it may be given more. Any other limit is the user's will and counts all that left.
 */
export class OwnSends {
	/** Everything that left, whatever became of it. */
	private readonly all: SendLog;
	/** What the service counts, as far as is known. */
	readonly counted: SendLog;

	/** @param windowMs the window that the limit counts over, in ms */
	constructor(windowMs: number) {
		this.all = new SendLog(windowMs);
		this.counted = new SendLog(windowMs);
	}

	isEmpty(now: number): boolean {
		return this.all.sizeAt(now) === 0;
	}

	/** Whether the service has counted as many as it is documented to take, where that is the limit. */
	isServiceLimitReached(now: number, limit: number): boolean {
		return limit === DOCUMENTED_LIMIT && this.counted.sizeAt(now) >= limit;
	}

	/** Whether so many more fit into the window. */
	hasRoomFor(requests: number, now: number, limit: number): boolean {
		return this.counted.sizeAt(now) + requests <= limit;
	}

	/** Until when the user's limit lets nothing through, in ms; now if it does. */
	userLimitReachedUntil(now: number, limit: number): number {
		const isReached = limit !== DOCUMENTED_LIMIT && this.all.sizeAt(now) >= limit;
		return isReached ? (this.all.nextExpiryAfter(now) ?? now) : now;
	}

	add(send: Send): void {
		this.all.add(send);
		this.counted.add(send);
	}

	/** The service has refused it. */
	refused(send: Send): void {
		this.counted.forget(send);
	}

	/** It has not reached the service. */
	unsent(send: Send): void {
		this.all.forget(send);
		this.counted.forget(send);
	}
}
