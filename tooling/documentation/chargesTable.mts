import { charges, type ChargeName } from './charges.mts';
import { markdownTable } from '../markdownTable.mts';
import type { Words } from './Words.mts';

/** Writes the table of charges by situation, in Markdown. */
export function chargesTable({ charges: { head, situations } }: Words): string {
	const rows = Object.entries(charges).map(([name, { requests, credits }]) => [
		// Safe cast: the table has these keys.
		situations[name as ChargeName],
		requests,
		credits,
	]);
	return markdownTable(head, rows);
}
