import { OrderStore } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import {
	withReadableErrors,
	WorkflowRow,
} from '../../nodes/BacklinkPanel/orders/store/WorkflowRow.ts';
import { RowsInMemory } from './RowsInMemory.mts';

let workflowsSoFar = 0;

/** Store of a process, on a row with entries of other processes and nodes. */
class SharedRow {
	readonly rows = new RowsInMemory();
	/** Number of times that the store waited for a write to settle. */
	settled = 0;
	/** Acts as another node during such a wait. */
	meanwhile: (settled: number) => Promise<unknown> = async () => {};
	readonly store = new OrderStore(this.rows.functions, `shared row ${(workflowsSoFar += 1)}`, {
		...this.rows.environment,
		wallTime: () => 12_600_000,
		sleep: async (ms) => {
			if (ms < 500) return;
			this.settled += 1;
			await this.meanwhile(this.settled);
		},
	});

	async add(...marks: string[]): Promise<void> {
		const entries = marks.map(entryOf);
		await this.rows.functions.checkProcessedAndRecord?.(entries, 'workflow', { mode: 'entries' });
	}

	async remove(...marks: string[]): Promise<void> {
		await this.rows.functions.removeProcessed?.(marks.map(entryOf), 'workflow', {
			mode: 'entries',
		});
	}

	/** Begins the row with its two initial entries and the given ones, such as `paid1 a`. */
	async begin(...marks: string[]): Promise<void> {
		await this.add('first0', 'first1', ...marks);
	}

	async states(keys: string[]): Promise<unknown[]> {
		const claims = keys.map((key) => ({ key, resendsUnknown: false }));
		return [...(await this.store.claim(claims)).values()];
	}
}

/** Writes an entry in full: `paid1 a` belongs to key “a”, `first0` to the row. */
function entryOf(mark: string): string {
	const [name = '', key] = mark.split(' ');
	return key === undefined
		? `backlinkPanel ${name}`
		: `backlinkPanel ${name} ${JSON.stringify(key)}`;
}

let row: SharedRow;
beforeEach(() => {
	row = new SharedRow();
});

test('a key that another node seems to look up reads free if that node removes its entries meanwhile', async () => {
	await row.begin('paid0 a', 'paid1 a');
	row.meanwhile = async (settled) => {
		if (settled === 2) await row.remove('paid0 a', 'paid1 a');
	};
	expect(await row.states(['a'])).toEqual(['free']);
});

test('a paid key keeps one of the two `paid` entries that a crash has left, although another node brings both back', async () => {
	await row.begin('sent a', 'paid0 a', 'paid1 a');
	const { functions } = row.rows;
	const { checkProcessedAndRecord, removeProcessed } = functions;
	let undone = 0;
	functions.removeProcessed = async (items, ...more) => {
		await removeProcessed?.(items, ...more);
		undone += 1;
		if (undone <= 2) await checkProcessedAndRecord?.(items, 'workflow', { mode: 'entries' });
	};
	expect(await row.states(['a'])).toEqual(['paid']);
	const marks = ['paid0 a', 'paid1 a'].map(entryOf);
	const left = await checkProcessedAndRecord?.(marks, 'workflow', { mode: 'entries' });
	expect(left?.processed).toHaveLength(1);
});

describe('how long a session takes', () => {
	test('paid keys are found without a wait, unless the `sent` entry of one is missing', async () => {
		await row.begin('sent a', 'paid1 a', 'sent b', 'paid1 b');
		expect(await row.states(['a', 'b'])).toEqual(['paid', 'paid']);
		expect(row.settled).toBe(0);
		await row.remove('sent b');
		expect(await row.states(['a', 'b'])).toEqual(['paid', 'paid']);
		expect(row.settled).toBe(1);
	});

	test('workflows do not wait for each other', async () => {
		const other = new SharedRow();
		let goOn = () => {};
		const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
		row.meanwhile = async () => await mayGoOn;
		const first = row.states(['a']);
		const second = other.states(['a']).then(() => 'ended');
		const turns = async () => {
			for (let turn = 0; turn < 50; turn += 1) await new Promise((go) => setImmediate(go));
			return 'waits';
		};
		expect(await Promise.race([second, turns()])).toBe('ended');
		goOn();
		expect(await first).toEqual(['free']);
	});
});

/* Tests of the time in which a write settles. The checks in `everyInterleaving` do not know times. */

/** Begins a session on a row. @param whileWaiting runs during each wait of the session */
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

test('an entry that another node brings back is removed again', async () => {
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
