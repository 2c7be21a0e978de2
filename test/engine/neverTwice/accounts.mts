import { NODE_NAME, type NodeRunResult } from '../engine.mts';

export interface Accounts {
	/** Items that the output, an error or the stored journal names as ordered or perhaps ordered. */
	named: Set<number>;
	/** Items with the service's answer in the output. */
	ordered: Set<number>;
	/** Items with an error that is `charged: 'unknown'`. */
	unknown: Set<number>;
	/** Items with an error that is `charged: 'no'`, unless n8n's Stop came before the item. */
	free: Set<number>;
}

interface ToldError {
	charged?: string;
	message?: string;
}

export function accountsOf(
	run: Pick<NodeRunResult, 'output' | 'errorOutput' | 'error' | 'stored'>,
	nodeName = NODE_NAME,
): Accounts {
	const ordered = new Set<number>();
	const unknown = new Set<number>();
	const free = new Set<number>();
	const named = new Set<number>(itemsOfJournal(run, nodeName));
	for (const { json, pairedItem } of [...run.output, ...run.errorOutput]) {
		if (typeof pairedItem !== 'object' || !('item' in pairedItem)) continue;
		const error = json.error as ToldError | undefined;
		if (isOrder(json)) ordered.add(pairedItem.item);
		if (json.skipped === true) named.add(pairedItem.item);
		if (error?.charged === 'unknown') unknown.add(pairedItem.item);
		// Leaves out this message, which is about the stopped try only: an earlier try may have ordered the item.
		const wasStarted = error?.message !== 'The execution was stopped before this item was sent';
		if (error?.charged === 'no' && wasStarted) free.add(pairedItem.item);
	}
	const thrown = run.error && 'context' in run.error ? run.error.context : undefined;
	const index: unknown = thrown?.itemIndex;
	if (typeof index === 'number' && thrown?.charged === 'no') free.add(index);
	if (typeof index === 'number' && thrown?.charged === 'unknown') unknown.add(index);
	for (const item of [...ordered, ...unknown]) named.add(item);
	return { named, ordered, unknown, free };
}

export function isOrder(json: object): boolean {
	return 'placementId' in json || 'sonuclar' in json;
}

/** Reads item indexes from the order journal, which names entries by run, operation and index. */
function itemsOfJournal(run: Pick<NodeRunResult, 'stored'>, nodeName: string): number[] {
	const journal = run.stored.executionData?.contextData.flow?.backlinkPanel as
		| { nodes: Record<string, { entries: Record<string, unknown[]> }> }
		| undefined;
	return Object.keys(journal?.nodes[`node ${nodeName}`]?.entries ?? {}).map((name) =>
		Number(name.split(' ').at(-1)),
	);
}
