import {
	withReadableErrors,
	WorkflowRow,
} from '../../nodes/BacklinkPanel/orders/store/WorkflowRow.ts';
import { RowsInMemory } from './RowsInMemory.mts';

/* The model of the store lets each write settle; here is how long that takes. */

/** A session on a row; another node does something each time this one waits. */
async function sessionOn(rows: RowsInMemory, whileWaiting: (ms: number) => Promise<unknown>) {
	const sleep = async (ms: number) => void (await whileWaiting(ms));
	const environment = { ...rows.environment, sleep };
	const row = new WorkflowRow(withReadableErrors(rows.functions), environment, 0);
	await row.begin();
	return row;
}

test('a write has settled after half a second, or ten times the slowest call', async () => {
	const rows = new RowsInMemory();
	const waits: number[] = [];
	const row = await sessionOn(rows, async (ms) => waits.push(ms));
	await row.recordForSure(['value']);
	const quick = rows.functions.checkProcessedAndRecord;
	rows.functions.checkProcessedAndRecord = async (...call) => {
		rows.clock += 190;
		return (await quick?.(...call)) ?? { new: [], processed: [] };
	};
	const slow = await sessionOn(rows, async (ms) => waits.push(ms));
	await slow.recordForSure(['another']);
	expect(waits).toEqual([500, 2_000]);
});

test('what another node brings back is taken away again', async () => {
	const rows = new RowsInMemory();
	const row = await sessionOn(rows, async () => {});
	await row.recordForSure(['stays', 'goes']);
	const { checkProcessedAndRecord, removeProcessed } = rows.functions;
	let undone = 0;
	rows.functions.removeProcessed = async (items, ...more) => {
		await removeProcessed?.(items, ...more);
		undone += 1;
		if (undone <= 3) await checkProcessedAndRecord?.(items, 'workflow', { mode: 'entries' });
	};
	await row.removeForSure(['goes']);
	const left = await row.record(['stays', 'goes']);
	expect([...left]).toEqual(['stays']);
});
