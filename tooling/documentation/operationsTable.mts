import { operationName } from '../../nodes/BacklinkPanel/operations/Operation.ts';
import { nodeProperties, operations } from '../../nodes/BacklinkPanel/operations/index.ts';
import { markdownTable } from '../markdownTable.mts';
import type { Words } from './Words.mts';

/** Writes the table of operations and prices, in Markdown. */
export function operationsTable({ operations: words }: Words): string {
	const rows = operations.map((operation) => {
		const price = operation.spendsCredits ? operation.priceText : 'free';
		return [
			`${shownAs(operation.resource)} → ${operation.name}`,
			words.descriptions?.[operationName(operation)] ?? operation.description,
			words.prices?.[price] ?? price,
		];
	});
	return markdownTable(words.head, rows);
}

/** Finds the menu's name of a resource. */
function shownAs(resource: string): string {
	const choices = nodeProperties()[0]?.options ?? [];
	return choices.find((choice) => 'value' in choice && choice.value === resource)?.name ?? resource;
}
