import type {
	DeduplicationScope,
	ICheckProcessedContextData,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

const rows = new Map<string, string[]>();
let problem: Error | undefined;

/** From now on each call fails, as it does while n8n's database is locked; undefined = no more. */
export function failDeduplicationStore(error: Error | undefined): void {
	problem = error;
}

/** Takes for abandoned what a process that has ended locks: it saves the order store two minutes. */
export function releaseLocks(workflowId: string): void {
	const shared = `${workflowId} `;
	for (const name of rows.keys()) {
		if (name.startsWith(shared) && name !== shared) rows.delete(name);
	}
}

/**
 * Stands for n8n's database table of processed data, with its weakness: a call reads a row, takes a
 * moment, and writes it back, so that two at once lose entries. Only to make a row that was made
 * meanwhile is an error.
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

/** A row that was deleted meanwhile does not come back. */
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
