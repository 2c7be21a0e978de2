import type { RateLimitHeaders } from '../../nodes/BacklinkPanel/rateLimiter/rateLimitHeaders.ts';

/** How the service took a request, and what it said about its limit. */
export interface Reply {
	isAccepted: boolean;
	rateLimitHeaders: RateLimitHeaders;
}

/** A way to keep a limit: one for each process. */
export interface Strategy {
	/** Learns how many requests it will have to deliver. */
	announce?(requests: number): void;
	/** Sends a request, again and again until it is accepted. */
	deliver(send: () => Promise<Reply>): Promise<void>;
}
