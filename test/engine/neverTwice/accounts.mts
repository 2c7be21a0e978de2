import { NODE_NAME, type NodeRunResult } from '../engine.mts';

export interface Accounts {
	/** Ordered, or perhaps ordered: in the output, an error, or what n8n keeps for the next try. */
	named: Set<number>;
	/** Told as ordered, with the answer of the service. */
	ordered: Set<number>;
	/** Told as perhaps ordered. */
	unknown: Set<number>;
	/** Told as certainly not charged, by the last word of the run. */
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
		// It speaks of this try alone: n8n's Stop came first.
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

/** The journal has a list of orders for each item of a node, under run, operation and index. */
function itemsOfJournal(run: Pick<NodeRunResult, 'stored'>, nodeName: string): number[] {
	const journal = run.stored.executionData?.contextData.flow?.backlinkPanel as
		| { nodes: Record<string, { entries: Record<string, unknown[]> }> }
		| undefined;
	return Object.keys(journal?.nodes[`node ${nodeName}`]?.entries ?? {}).map((name) =>
		Number(name.split(' ').at(-1)),
	);
}
