import assert from 'node:assert/strict';

import { shippedExample } from '../../../demo/shippedExample.mts';
import type { StoredWorkflow } from '../../../real-n8n/n8nClient.mts';
import { waitUntil } from '../../../tooling/waitUntil.mts';
import type { PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';
import {
	assertEveryNodeRan,
	AUTHORIZATION,
	endedExecutions,
	whileExampleIsActive,
} from './exampleRuns.mts';
import { windows1254 } from './localServers.mts';

interface FormInput {
	csv: string | Uint8Array;
	separator: 'Comma' | 'Semicolon';
	whatToDo: 'Check only' | 'Order';
}

interface FormEnding {
	message: string;
	fileName: string;
	csv: string;
}

/** Submits the form of the example as a browser does, and reads the last page. */
async function fillInForm(formUrl: string, input: FormInput): Promise<FormEnding> {
	const form = new FormData();
	form.append('field-0', new Blob([input.csv], { type: 'text/csv' }), 'backlinks.csv');
	form.append('field-1', input.separator);
	form.append('field-2', input.whatToDo);
	const response = await fetch(formUrl, {
		method: 'POST',
		headers: { authorization: AUTHORIZATION },
		body: form,
	});
	// Unchecked cast: n8n answers with this address if the form has another page.
	const { formWaitingUrl } = (await response.json()) as { formWaitingUrl: string };
	await untilWaiting(formWaitingUrl);
	const page = await (await fetch(formWaitingUrl)).text();
	await fetch(formWaitingUrl, { method: 'POST' });
	return readEnding(page);
}

/** Statuses of an execution that has no page to show yet. */
const notEnded = ['new', 'running', 'waiting'];

async function untilWaiting(formWaitingUrl: string): Promise<void> {
	const url = new URL(formWaitingUrl);
	url.pathname += '/n8n-execution-status';
	await waitUntil('last page of the form', async () => {
		const status = await (await fetch(url)).text();
		if (status === 'form-waiting') return true;
		if (!notEnded.includes(status)) throw new Error(`The form ended as ${status}`);
		return false;
	});
}

function readEnding(page: string): FormEnding {
	const message = /<h1>Done<\/h1>\s*<p[^>]*>([^<]*)</.exec(page)?.[1];
	const embedded = /decodeURIComponent\("([^"]+)"\)/.exec(page)?.[1];
	if (message === undefined || embedded === undefined) {
		throw new Error(`Not the last page:\n${page}`);
	}
	// Unchecked cast: the page embeds its file in this form.
	const files = JSON.parse(decodeURIComponent(embedded)) as EmbeddedFile | EmbeddedFile[];
	const [file] = [files].flat();
	if (file === undefined) throw new Error('The last page has no file');
	const { fileName, data } = file;
	const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data.data);
	return { message, fileName, csv: bytes.toString('utf8') };
}

/** File in the last page of the form: a single file in n8n 1, a list in n8n 2. */
interface EmbeddedFile {
	fileName: string;
	/** Binary string if n8n keeps files in its database; bytes otherwise. */
	data: string | { data: number[] };
}

const EXAMPLE = 'Example "CSV rows → backlinks → result CSV"';

/** Orders a backlink once for each row of a file. The result file has the outcome of each row. */
export async function csvRowsToBacklinks(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { panel } = n8n;

	await scenarios.run(`${EXAMPLE}: checked, ordered, and uploaded again`, async () => {
		await whileImported(async (workflow, fillIn) => {
			const csv = [
				'note,url,anchor,months',
				'ilk,https://example.com/a,El dokuması halı,2',
				'anchor yok,https://example.com/b,,1',
				'bozuk,https://example.com/c,Ã¶zel halÄ±,1',
				'son,https://example.com/d,Kilim,3',
			].join('\n');
			const checked = await fillIn({ csv, separator: 'Comma', whatToDo: 'Check only' });
			assert.equal(checked.message, '2 checked, 2 not ordered');
			assert.deepEqual(await panel.requestsTo('/backlink'), []);

			const ordered = await fillIn({ csv, separator: 'Comma', whatToDo: 'Order' });
			assert.equal(ordered.message, '2 ordered, 2 not ordered');
			assert.equal(ordered.fileName, 'backlinks-result.csv');
			const firstId = await placementId('https://example.com/a');
			const lastId = await placementId('https://example.com/d');
			assert.deepEqual(
				rows(ordered).map(({ note, row, status, placementId, credits, error }) =>
					[note, row, status, placementId, credits, error].join(' | '),
				),
				[
					`ilk | 2 | ordered | ${firstId} | 2 | `,
					'anchor yok | 3 | not ordered |  | 0 | “Anchor Text” is empty',
					'bozuk | 4 | not ordered |  | 0 | The letters of the row are broken',
					`son | 5 | ordered | ${lastId} | 3 | `,
				],
			);

			const corrected = ordered.csv.replace(
				'https://example.com/b,,',
				'https://example.com/b,Halı,',
			);
			const again = await fillIn({ csv: corrected, separator: 'Comma', whatToDo: 'Order' });
			assert.equal(again.message, '1 ordered, 2 ordered before, 1 not ordered');
			assert.deepEqual(
				rows(again).map(({ status, placementId, credits }) => [status, placementId, credits]),
				[
					['ordered before', firstId, '2'],
					['ordered', await placementId('https://example.com/b'), '1'],
					['not ordered', '', '0'],
					['ordered before', lastId, '3'],
				],
			);
			assertEveryNodeRan(workflow, await endedExecutions(n8n, workflow, 3));
		});
		assert.deepEqual((await charges()).sort(), [
			['https://example.com/a', 2],
			['https://example.com/b', 1],
			['https://example.com/d', 3],
		]);
	});

	await scenarios.run(
		`${EXAMPLE}: Max Credits per Execution, a lost answer, and files that cannot be read`,
		async () => {
			await panel.addFault({ answer: 'reset', phase: 'after', bodyContains: 'lost' });
			await whileImported(async (_workflow, fillIn) => {
				const csv = [
					'url;anchor;months',
					'https://example.com/a;Halı;30',
					'https://example.com/b;Halı;30',
					'https://example.com/lost;Halı;1',
				].join('\n');
				const first = await fillIn({ csv, separator: 'Semicolon', whatToDo: 'Order' });
				assert.deepEqual(
					rows(first, ';')
						.map(({ status, credits }) => [status, credits])
						.sort(),
					[
						['not ordered', '0'],
						['ordered', '30'],
						['unknown', ''],
					],
				);
				const second = await fillIn({ csv: first.csv, separator: 'Semicolon', whatToDo: 'Order' });
				assert.equal(second.message, '1 ordered, 1 ordered before, 1 unknown');

				const notUtf8 = { csv: windows1254(`${csv}ş`), separator: 'Semicolon' } as const;
				const third = await fillIn({ ...notUtf8, whatToDo: 'Order' });
				assert.equal(third.message, '3 not ordered');

				const cutOff = { csv: `${csv}\n"https://example.com/e`, separator: 'Semicolon' } as const;
				await assert.rejects(fillIn({ ...cutOff, whatToDo: 'Order' }), /ended as error/);
			});
			assert.deepEqual((await charges()).sort(), [
				['https://example.com/a', 30],
				['https://example.com/b', 30],
				['https://example.com/lost', 1],
			]);
			assert.equal((await panel.requestsTo('/backlink')).length, 3);
		},
	);

	async function whileImported(
		task: (
			workflow: StoredWorkflow,
			fillIn: (input: FormInput) => Promise<FormEnding>,
		) => Promise<void>,
	): Promise<void> {
		const formUrl = `${n8n.n8n().url}/form/backlinks-from-csv`;
		await whileExampleIsActive(
			n8n,
			await shippedExample('csv-rows-to-backlinks'),
			async (workflow) => {
				assert.equal((await fetch(formUrl)).status, 401);
				await task(workflow, async (input) => await fillInForm(formUrl, input));
			},
		);
	}

	/** Looks the ID up in the sandbox, because orders of one execution arrive in any sequence. */
	async function placementId(url: string): Promise<unknown> {
		const { placements } = await panel.books();
		return placements.find(({ hedefUrl }) => hedefUrl === url)?.id;
	}

	async function charges(): Promise<Array<[string, number]>> {
		const books = await panel.books();
		return books.charges.map(({ subject, credits }) => [subject, credits]);
	}
}

function rows({ csv }: FormEnding, separator = ','): Array<Record<string, string>> {
	const [header = [], ...cells] = csv
		.replace('\uFEFF', '')
		.split('\n')
		.map((line) => line.split(separator));
	return cells.map((row) =>
		Object.fromEntries(header.map((name, column) => [name, row[column] ?? ''])),
	);
}
