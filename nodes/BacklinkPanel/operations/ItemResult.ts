import type { IDataObject } from 'n8n-workflow';

import type { PanelFailure, SiteResult } from '../errors/panelFailure';

/** What became of one input item. */
export type ItemResult = ItemDone | ItemFailed;

/**
 * How an item was done: read; ordered now; answered with an order of this execution, or of an earlier manual
 * one; skipped, because another execution ordered it; only tried out.
 */
export type ItemResultSource =
	| 'reading'
	| 'ordering'
	| 'journal'
	| 'recent'
	| 'skipping'
	| 'dryRun';

export interface ItemDone {
	kind: 'done';
	by: ItemResultSource;
	items: IDataObject[];
	/** Where it was ordered now: what the answer tells, in credits. */
	paid?: { cost: number | undefined; balanceAfter: number | undefined };
	sites?: SiteResult[];
	rateLimitWait?: RateLimitWait;
	/** Paid in an earlier try, and its fields come to something else now. */
	isEdited?: boolean;
}

export interface ItemFailed {
	kind: 'failed';
	failure: PanelFailure;
	/** Nothing was sent for it now, so the other items go on. */
	isFromEarlier?: boolean;
	/** A dry run would have been refused; it does not end for that. */
	isDryRun?: boolean;
	rateLimitWait?: RateLimitWait;
}

/** How an item had to wait for the rate limit. */
export interface RateLimitWait {
	waitedMs: number;
	rejections: number;
}
