import type { IDataObject } from 'n8n-workflow';

import type { PanelFailure, SiteResult } from '../errors/panelFailure';

/** The outcome of one input item. */
export type ItemResult = ItemDone | ItemFailed;

/**
 * Read; ordered now; answered with an order of this execution, or of an earlier manual one; skipped, because
 * another execution ordered it; only tried out.
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
	/** In credits, as the answer tells them, where it was ordered now. */
	paid?: { cost: number | undefined; balanceAfter: number | undefined };
	sites?: SiteResult[];
	rateLimitWait?: RateLimitWait;
	/** True if it was paid in an earlier try, and its fields come to something else now. */
	isEdited?: boolean;
}

export interface ItemFailed {
	kind: 'failed';
	failure: PanelFailure;
	/** True if nothing was sent for it now, so that the other items go on. */
	isFromEarlier?: boolean;
	/** True if a dry run found it, which does not end for that. */
	isDryRun?: boolean;
	rateLimitWait?: RateLimitWait;
}

export interface RateLimitWait {
	waitedMs: number;
	rejections: number;
}
