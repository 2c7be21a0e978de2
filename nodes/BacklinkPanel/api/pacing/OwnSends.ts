import { DOCUMENTED_LIMIT } from './documentedLimit';
import { KeptPlaces } from './KeptPlaces';
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
	/** Places that only polls may take. */
	readonly kept: KeptPlaces;
	/** A limit of the user's that holds besides, where the documented one is lower. */
	cap = Number.POSITIVE_INFINITY;

	/**
	 * @param limit how many requests may go in a window
	 * @param windowMs the window that the limit counts over, in ms
	 */
	constructor(
		public limit: number,
		windowMs: number,
	) {
		this.all = new SendLog(windowMs);
		this.counted = new SendLog(windowMs);
		this.kept = new KeptPlaces(windowMs);
	}

	isEmpty(now: number): boolean {
		return this.all.sizeAt(now) === 0;
	}

	/** Whether the service has counted as many as it is documented to take, where that is the limit. */
	isServiceLimitReached(now: number): boolean {
		return this.isLimitOfService && this.counted.sizeAt(now) >= this.limit;
	}

	/** Whether so many more fit into the window. */
	hasRoomFor(requests: number, now: number): boolean {
		return this.counted.sizeAt(now) + requests <= this.limit;
	}

	/** Until when the limit lets nothing through, in ms; now if it does. Polls have places of their own. */
	fullUntil(now: number, isPoll: boolean): number {
		const userLimit = this.isLimitOfService ? this.cap : this.limit;
		const isFull = this.all.sizeAt(now) >= userLimit;
		const fullUntil = isFull ? (this.all.nextExpiryAfter(now) ?? now) : now;
		if (isPoll) return fullUntil;
		const log = this.limit < DOCUMENTED_LIMIT ? this.all : this.counted;
		const limit = Math.min(this.limit, DOCUMENTED_LIMIT);
		return Math.max(fullUntil, this.kept.othersWaitUntil(now, limit, log));
	}

	/** @param poller who sent it, if it does not wait but comes again */
	add(send: Send, poller: string | undefined): void {
		this.all.add(send);
		this.counted.add(send);
		this.kept.sent(poller);
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

	private get isLimitOfService(): boolean {
		return this.limit === DOCUMENTED_LIMIT;
	}
}
