/** `npm run check-service`: asks a real panel, compares its answers, and writes an anonymised record. */
import { writeFile } from 'node:fs/promises';

import { createRedactor } from '../../nodes/BacklinkPanel/api/redactApiKey.ts';
import { askAll } from './askPanel.mts';
import { checkOf, type CheckServiceOptions } from './commandLine.mts';
import { comparisonsOf } from './comparisons.mts';
import { wantedQuestions } from './questions.mts';
import { recordOf } from './record.mts';

/** Half of 60 requests a minute, so that other users of the key can go on. */
const pauseMs = 2_000;

export async function run(options: CheckServiceOptions): Promise<void> {
	const { panel, recordFile, backlink, asksWithWrongKey } = checkOf(options, process.env);
	const redact = createRedactor(panel.apiKey);
	const say = (text: string) => console.log(redact(text));
	say(`Asking ${panel.baseUrl}, one request every ${pauseMs / 1000} s`);
	if (backlink) say('Buying one backlink of one month: 1 credit as documented');
	const wanted = wantedQuestions(backlink, asksWithWrongKey);
	const { all, stopped } = await askAll(panel, wanted, pauseMs);
	const comparisons = comparisonsOf(all);
	const differing = comparisons.filter(({ assumed, seen }) => assumed !== seen).length;
	const rows = comparisons.map(({ request, what, assumed, seen }) => {
		return [request, what, assumed, seen, assumed === seen ? '' : 'differs'];
	});
	if (rows.length > 0) {
		const head = ['Request', 'What', 'Assumed', 'This panel', ''];
		say(`\n${[head, head.map(() => '---'), ...rows].map(lineOf).join('\n')}\n`);
		await writeFile(recordFile, redact(recordOf(all)));
		say(`${differing} of ${rows.length} differ.
Written to ${recordFile}: the forms of the answers, without key, texts, numbers and IDs.
Names of fields are kept. If one of them is private, do not hand the record on.`);
	}
	if (stopped !== undefined) say(`\nNot everything could be asked: ${stopped}`);
	process.exitCode = stopped === undefined ? Math.min(1, differing) : 2;
}

/** Writes a line of a table, safe for the table's cells and for a terminal. */
function lineOf(cells: string[]): string {
	const plain = cells.map((text) => text.replace(/[\p{Cc}\s]+/gu, ' ').replaceAll('|', '\\|'));
	return `| ${plain.join(' | ')} |`;
}
