import { type NodeRun, type NodeRunResult, runNode } from './engine.mts';
import { backlinkForm, backlinkItems } from './forms.mts';
import type { PanelInUse } from './usePanel.mts';

export const inOrder = { parallelRequests: 1 };
/** Create Backlink, one order after another. */
export const oneAtATime = { ...backlinkForm, options: inOrder };
export const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** Runs Create Backlink with so many items, one order after another. */
export async function runBacklinks(
	{ credential }: PanelInUse,
	count: number,
	more: Partial<NodeRun> = {},
): Promise<NodeRunResult> {
	const items = backlinkItems(count);
	return await runNode({ credential, parameters: oneAtATime, items, ...more });
}
