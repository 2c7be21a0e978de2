import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationScope,
	ICheckProcessedContextData,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

const rows = new Map<string, string[]>();

/**
 * Stands for n8n's database table of processed data, with its weakness: a call reads a row, takes a
 * moment, and writes it back, so that two at once lose entries.
 */
const store: IDataDeduplicator = {
	async checkProcessedAndRecord(items, scope, context, options): Promise<IDeduplicationOutput> {
		const row = await read(scope, context);
		const found: IDeduplicationOutput = { new: [], processed: [] };
		for (const item of items) {
			const isKnown = row.includes(String(item));
			found[isKnown ? 'processed' : 'new'].push(item);
			if (!isKnown) row.push(String(item));
		}
		rows.set(nameOf(scope, context), row.slice(-(options.maxEntries ?? row.length)));
		return found;
	},
	async removeProcessed(items, scope, context): Promise<void> {
		const row = await read(scope, context);
		const removed = items.map(String);
		rows.set(
			nameOf(scope, context),
			row.filter((entry) => !removed.includes(entry)),
		);
	},
	clearAllProcessedItems: () => Promise.reject(new Error('The node clears nothing')),
	getProcessedDataCount: () => Promise.reject(new Error('The node counts nothing')),
};

async function read(
	scope: DeduplicationScope,
	context: ICheckProcessedContextData,
): Promise<string[]> {
	const row = [...(rows.get(nameOf(scope, context)) ?? [])];
	await new Promise((resolve) => setTimeout(resolve, 1));
	return row;
}

function nameOf(scope: DeduplicationScope, { workflow, node }: ICheckProcessedContextData): string {
	return `${workflow.id} ${scope === 'node' ? node?.id : ''}`;
}

/** Gives the engine the store; n8n does the same once, at its start. */
export function useDeduplicationStore(): void {
	try {
		DataDeduplicationService.getInstance();
	} catch {
		void DataDeduplicationService.init(store);
	}
}
