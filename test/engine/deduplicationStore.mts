import type {
	DeduplicationScope,
	ICheckProcessedContextData,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

const rows = new Map<string, string[]>();
let problem: Error | undefined;

/** Makes each further call fail, as with a locked database; undefined makes calls succeed again. */
export function failDeduplicationStore(error: Error | undefined): void {
	problem = error;
}

/** Deletes the order store's locks of killed processes. Otherwise, the next session waits for two minutes. */
export function releaseLocks(workflowId: string): void {
	const shared = `${workflowId} `;
	for (const name of rows.keys()) {
		if (name.startsWith(shared) && name !== shared) rows.delete(name);
	}
}

/**
 * Replaces n8n's database table of processed data. As in n8n, each call reads a row and later writes it
 * back whole, so two calls at once lose entries. If both create the row, the second one fails.
 */
export const deduplicationStore: IDataDeduplicator = {
	async checkProcessedAndRecord(items, scope, context, options): Promise<IDeduplicationOutput> {
		const stored = await read(scope, context);
		const row = stored ?? [];
		const found: IDeduplicationOutput = { new: [], processed: [] };
		for (const item of items) {
			const isKnown = row.includes(String(item));
			found[isKnown ? 'processed' : 'new'].push(item);
			if (!isKnown) row.push(String(item));
		}
		const kept = row.slice(-(options.maxEntries ?? row.length));
		if (stored === undefined) insert(scope, context, kept);
		else update(scope, context, kept);
		return found;
	},
	async removeProcessed(items, scope, context): Promise<void> {
		const row = (await read(scope, context)) ?? [];
		const removed = items.map(String);
		update(
			scope,
			context,
			row.filter((entry) => !removed.includes(entry)),
		);
	},
	async clearAllProcessedItems(scope, context): Promise<void> {
		await moment();
		rows.delete(nameOf(scope, context));
	},
	async getProcessedDataCount(scope, context): Promise<number> {
		return (await read(scope, context))?.length ?? 0;
	},
};

async function read(
	scope: DeduplicationScope,
	context: ICheckProcessedContextData,
): Promise<string[] | undefined> {
	if (problem) throw problem;
	const row = rows.get(nameOf(scope, context));
	await moment();
	return row && [...row];
}

function insert(
	scope: DeduplicationScope,
	context: ICheckProcessedContextData,
	row: string[],
): void {
	const name = nameOf(scope, context);
	if (rows.has(name)) throw new Error('duplicate key value violates unique constraint');
	rows.set(name, row);
}

/** Writes a row back, unless another call has deleted the row. */
function update(
	scope: DeduplicationScope,
	context: ICheckProcessedContextData,
	row: string[],
): void {
	const name = nameOf(scope, context);
	if (rows.has(name)) rows.set(name, row);
}

async function moment(): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, 1));
}

function nameOf(scope: DeduplicationScope, { workflow, node }: ICheckProcessedContextData): string {
	return `${workflow.id} ${scope === 'node' ? node?.id : ''}`;
}
