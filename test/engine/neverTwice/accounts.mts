import type { NodeRunResult } from '../engine.mts';

/** What a run told of its items, by index. */
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
): Accounts {
	const ordered = new Set<number>();
	const unknown = new Set<number>();
	const free = new Set<number>();
	const named = new Set<number>(itemsOfLedger(run));
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

/** Whether it is the answer of the service to an order. */
export function isOrder(json: object): boolean {
	return 'placementId' in json || 'sonuclar' in json;
}

/** The ledger has a list of orders for each item, under the name of the operation and its index. */
function itemsOfLedger(run: Pick<NodeRunResult, 'stored'>): number[] {
	const metadata = run.stored.executionData?.nodeExecutionStack[0]?.metadata as
		| { backlinkPanelLedger?: Record<string, unknown[]> }
		| undefined;
	return Object.entries(metadata?.backlinkPanelLedger ?? {})
		.filter(([, orders]) => orders.length > 0)
		.map(([name]) => Number(name.split(' ').at(-1)));
}
