import type { IDataObject } from 'n8n-workflow';

import type { Stopped } from '../api/panelClient';
import type { PanelFailure } from '../errors/panelFailure';

/** What became of one input item. */
export type ItemResult = ItemDone | ItemFailed | Stopped;

export interface ItemDone {
	kind: 'done';
	/** Ordered now; ordered in an earlier try; its idempotency key was used before; only tried out. */
	by: 'reading' | 'ordering' | 'ledger' | 'skipping' | 'dryRun';
	items: IDataObject[];
	hint?: string;
	held?: HeldUp;
}

export interface ItemFailed {
	kind: 'failed';
	failure: PanelFailure;
	/** Left open by an earlier try: nothing was sent now, so the other items may go on. */
	isFromEarlierTry?: boolean;
	held?: HeldUp;
}

/** How the rate limit held an item up. */
export interface HeldUp {
	waitedMs: number;
	rejections: number;
}
