import { OrderStore } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import {
	withReadableErrors,
	WorkflowRow,
} from '../../nodes/BacklinkPanel/orders/store/WorkflowRow.ts';
import { RowsInMemory } from './RowsInMemory.mts';

let workflowsSoFar = 0;

/** The store of a process, on a row in which others have left something. */
class SharedRow {
	readonly rows = new RowsInMemory();
	/** How often it waited until a write had settled. */
	settled = 0;
	/** What another node has done by the end of such a wait. */
	meanwhile: (settled: number) => Promise<unknown> = async () => {};
	readonly store = new OrderStore(this.rows.functions, `shared row ${(workflowsSoFar += 1)}`, {
		...this.rows.environment,
		// In the slot of ten minutes that has the number 21.
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

	/** The row from here on has the marks that are given, each with its key, such as `paid1 a`. */
	async begin(...marks: string[]): Promise<void> {
		await this.add('first0', 'first1', ...marks);
	}

	async states(keys: string[]): Promise<unknown[]> {
		const claims = keys.map((key) => ({ key, resendsUnknown: false }));
		return [...(await this.store.claim(claims)).values()];
	}
}

/** `paid1 a` is a mark of the key “a”; without a key it is one of the row. */
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

test('another node that seemed to look the same key up has claimed and released it: the key is free', async () => {
	await row.begin('paid0 a', 'paid1 a');
	row.meanwhile = async (settled) => {
		if (settled === 2) await row.remove('paid0 a', 'paid1 a');
	};
	expect(await row.states(['a'])).toEqual(['free']);
});

test('a paid key keeps one of two marks that a crash has left, although another node brings both back', async () => {
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
	test('what is paid is found without a wait, unless a mark of one of the keys is missing', async () => {
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
