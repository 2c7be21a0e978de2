import { charges, type ChargeName } from './charges.mts';
import { markdownTable } from '../markdownTable.mts';
import type { Words } from './Words.mts';

/** The table of what is charged in which situation, in Markdown. */
export function chargesTable({ charges: { head, situations } }: Words): string {
	const rows = Object.entries(charges).map(([name, { requests, credits }]) => [
		// The keys are those of the table.
		situations[name as ChargeName],
		requests,
		credits,
	]);
	return markdownTable(head, rows);
}
