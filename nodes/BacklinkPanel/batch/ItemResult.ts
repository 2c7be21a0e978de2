import type { IDataObject } from 'n8n-workflow';

import type { PanelFailure } from '../errors/panelFailure';

/** What became of one input item. */
export type ItemResult = ItemDone | ItemFailed | ItemStopped;

export interface ItemDone {
	kind: 'done';
	items: IDataObject[];
	hint?: string;
	held: HeldUp;
}

export interface ItemFailed {
	kind: 'failed';
	failure: PanelFailure;
	held: HeldUp;
}

/** The batch was stopped before this item's request could leave. */
export interface ItemStopped {
	kind: 'stopped';
}

/** How the rate limit held an item up. */
export interface HeldUp {
	waitedMs: number;
	rejections: number;
}

export const NOT_HELD_UP: HeldUp = { waitedMs: 0, rejections: 0 };
