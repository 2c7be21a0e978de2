import type { INodeExecutionData, IRun } from 'n8n-workflow';

import { accountsOf, isOrder } from '../../engine/neverTwice/accounts.mts';

export interface Told {
	name: string;
	word: 'ordered' | 'unknown' | 'notCharged' | 'named';
	/** Answer of the service, if the item was ordered. */
	answer?: string;
}

/** Reports of one execution, or of the answers to a client of an MCP server. */
export interface ToldByExecution {
	isSuccess: boolean;
	/** Reports about orders, the latest last. */
	told: Told[];
	items: number;
}

/** Reads the report about an order from an output item of the node. */
export function wordOf({ json }: INodeExecutionData): Omit<Told, 'name'> {
	if (isOrder(json)) return { word: 'ordered', answer: answerIn(json) };
	const { charged } = (json.error ?? {}) as { charged?: string };
	return { word: charged === 'unknown' ? 'unknown' : charged === 'no' ? 'notCharged' : 'named' };
}

function answerIn({ placementId, sonuclar }: INodeExecutionData['json']): string {
	return JSON.stringify(placementId ?? sonuclar);
}

/**
 * Reads the reports about orders from a stored execution, with the node in the main flow.
 * @param inputs names of the node's input items, by run
 */
export function toldBy(execution: IRun, inputs: Map<number, string[]>): ToldByExecution {
	const { runData } = execution.data.resultData;
	const isSuccess = execution.status === 'success';
	const tasks = runData['Backlink Panel'] ?? [];
	const told = tasks.flatMap((task, runIndex): Told[] => {
		const [output, errorOutput] = task.data?.main ?? [];
		const isLast = runIndex === tasks.length - 1;
		const accounts = accountsOf({
			output: output ?? [],
			errorOutput: errorOutput ?? [],
			error: task.error,
			stored: isLast ? execution.data : { ...execution.data, executionData: undefined },
		});
		return (inputs.get(runIndex) ?? []).flatMap((name, index): Told[] => {
			const answered = output?.find(
				({ json, pairedItem }) => isOrder(json) && isItem(pairedItem, index),
			);
			if (answered) return [{ name, word: 'ordered', answer: answerIn(answered.json) }];
			if (accounts.unknown.has(index)) return [{ name, word: 'unknown' }];
			if (accounts.named.has(index)) return [{ name, word: 'named' }];
			return accounts.free.has(index) ? [{ name, word: 'notCharged' }] : [];
		});
	});
	const items = tasks.flatMap(({ data }) => data?.main ?? []).flatMap((output) => output ?? []);
	return {
		isSuccess,
		told,
		items: items.filter(({ json }) => Object.keys(json).length > 0).length,
	};
}

function isItem(pairedItem: INodeExecutionData['pairedItem'], index: number): boolean {
	return typeof pairedItem === 'object' && 'item' in pairedItem && pairedItem.item === index;
}
