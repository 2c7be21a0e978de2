import assert from 'node:assert/strict';
import type { IDataObject } from 'n8n-workflow';

import { shippedExample, withoutGoogle } from '../../../demo/shippedExample.mts';
import type { Execution } from '../../../real-n8n/n8nClient.mts';
import { nodeOutput } from '../../../real-n8n/nodeOutput.mts';
import type { PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';
import { assertEveryNodeRan } from './exampleRuns.mts';

/** Orders a backlink once for each row of a sheet. Only rows with a new result are written back. */
export async function googleSheetsToBacklinks(
	n8n: PanelInN8n,
	scenarios: Scenarios,
): Promise<void> {
	const { client, panel } = n8n;

	await scenarios.run(
		'Example "Google Sheets rows → backlinks → write back": run again, what was ordered stays as it is',
		async () => {
			await panel.addFault({ answer: 'reset', phase: 'after', bodyContains: 'lost' });
			const shipped = await shippedExample('google-sheets-rows-to-backlinks');
			const workflow = await client.createWorkflow(withoutGoogle(shipped, sheet('')));
			const first = await client.runToEnd(workflow, 'Order Now');

			assert.equal(first.status, 'success');
			const { placements } = await panel.books();
			const ordered = placements.find(({ hedefUrl }) => hedefUrl === 'https://example.com/a');
			assert.deepEqual(writtenBy(first), [
				{
					id: 1,
					status: 'ordered',
					placementId: ordered?.id,
					expiresAt: ordered?.bitis,
					credits: 2,
					error: '',
				},
				{ id: 2, status: 'not ordered', error: '“Anchor Text” is empty' },
				{ id: 3, status: 'unknown', error: 'The outcome of this order is unknown' },
			]);

			const corrected = withoutGoogle(shipped, sheet('Kilim'));
			const saved = await client.saveWorkflow({ ...workflow, ...corrected });
			const second = await client.runToEnd(saved, 'Order Now');
			assert.deepEqual(
				writtenBy(second).map(({ id, status }) => [id, status]),
				[
					[2, 'ordered'],
					[3, 'unknown'],
				],
			);
			assertEveryNodeRan(workflow, [first, second], ['Every Hour']);
			const { charges } = await panel.books();
			assert.deepEqual(charges.map(({ subject, credits }) => [subject, credits]).sort(), [
				['https://example.com/a', 2],
				['https://example.com/b', 1],
				['https://example.com/lost', 3],
			]);
		},
	);
}

/** Makes the rows of the sheet. @param anchor anchor text of the second row */
function sheet(anchor: string): IDataObject[] {
	return [
		{ row_number: 2, id: 1, url: 'https://example.com/a', anchor: 'El dokuması halı', months: 2 },
		{ row_number: 3, id: 2, url: 'https://example.com/b', anchor, months: 1 },
		{ row_number: 4, id: 3, url: 'https://example.com/lost', anchor: 'Halı', months: 3 },
	];
}

/** Lists the rows that were written to the sheet, sorted by ID. */
function writtenBy(execution: Execution): IDataObject[] {
	return nodeOutput(execution, 'Update Row').sort(
		(one, other) => Number(one.id) - Number(other.id),
	);
}
