import { withReadableErrors } from '../../nodes/BacklinkPanel/orders/store/storeEnvironment.ts';
import { WorkflowRow } from '../../nodes/BacklinkPanel/orders/store/WorkflowRow.ts';
import { RowsInMemory } from './RowsInMemory.mts';

/** One session on the row of a workflow, beside another node that writes back what it read before. */
class Session {
	readonly rows = new RowsInMemory();
	/** How long it waited for others, in ms. */
	readonly waits: number[] = [];
	/** What the other node does each time this one waits. */
	other: (recorded: string[], removed: string[]) => Promise<unknown> = async () => {};
	private readonly recorded: string[] = [];
	private removed: string[] = [];

	async begin(): Promise<WorkflowRow> {
		const helpers = withReadableErrors(this.rows.functions);
		const watched = {
			...helpers,
			checkProcessedAndRecord: (async (items, ...more) => {
				this.recorded.push(...items.map(String));
				return await helpers.checkProcessedAndRecord(items, ...more);
			}) as typeof helpers.checkProcessedAndRecord,
			removeProcessed: (async (items, ...more) => {
				this.removed = items.map(String);
				await helpers.removeProcessed(items, ...more);
			}) as typeof helpers.removeProcessed,
		};
		const sleep = async (ms: number) => {
			this.waits.push(ms);
			await this.other(this.recorded, this.removed);
		};
		const row = new WorkflowRow(watched, { ...this.rows.environment, sleep }, 0);
		await row.begin();
		return row;
	}

	async add(items: string[]): Promise<void> {
		await this.rows.functions.checkProcessedAndRecord?.(items, 'workflow', { mode: 'entries' });
	}

	async remove(items: string[]): Promise<void> {
		await this.rows.functions.removeProcessed?.(items, 'workflow', { mode: 'entries' });
	}

	async has(item: string): Promise<boolean> {
		const { size } = this.rows;
		await this.add([item]);
		return this.rows.size === size;
	}
}

let session: Session;
beforeEach(() => {
	session = new Session();
});

describe('what is taken away for sure', () => {
	test.each([
		[0, 1],
		[1, 2],
		[3, 4],
	])('is taken away again where it was undone %d times', async (times, waits) => {
		const row = await session.begin();
		await row.recordForSure(['stays', 'goes']);
		session.waits.length = 0;
		session.other = async (_, removed) => {
			if (session.waits.length <= times) await session.add(removed);
		};
		await row.removeForSure(['goes']);
		expect(session.waits).toHaveLength(waits);
		expect(await session.has('goes')).toBe(false);
		expect(await session.has('stays')).toBe(true);
	});

	test('ten times at most: the next look-up takes it away', async () => {
		const row = await session.begin();
		await row.recordForSure(['goes']);
		session.waits.length = 0;
		session.other = async (_, removed) => await session.add(removed);
		await row.removeForSure(['goes']);
		expect(session.waits).toHaveLength(10);
	});

	test('leaves nothing of the session itself', async () => {
		const row = await session.begin();
		const { size } = session.rows;
		await row.recordForSure(['goes']);
		await row.removeForSure(['goes']);
		expect(session.rows.size).toBe(size);
	});
});

describe('what is recorded for sure', () => {
	test('is recorded again where it was undone; ten times at most', async () => {
		const row = await session.begin();
		const { size } = session.rows;
		const own = (recorded: string[]) => recorded.filter((item) => !item.includes('first'));
		session.other = async (recorded) => await session.remove(own(recorded));
		await expect(row.recordForSure(['value'])).rejects.toThrow('kept overwriting');
		expect(session.waits).toHaveLength(10);
		// The last look for it has recorded it again, and is taken back.
		expect(session.rows.size).toBe(size);
	});

	test('counts when half a second went by, or ten times the slowest call', async () => {
		const row = await session.begin();
		await row.recordForSure(['value']);
		const { functions } = session.rows;
		const quick = functions.checkProcessedAndRecord;
		let isSlow = true;
		functions.checkProcessedAndRecord = async (...call) => {
			session.rows.clock += isSlow ? 190 : 0;
			isSlow = false;
			return (await quick?.(...call)) ?? { new: [], processed: [] };
		};
		const slow = await session.begin();
		await slow.recordForSure(['another']);
		await slow.recordForSure(['one more']);
		expect(session.waits).toEqual([500, 2_000, 2_000]);
	});
});

test.each([
	[20_000, true],
	[20_001, false],
])('with the lock held for %d ms, a call is made: %s', async (ms, isMade) => {
	const { functions, environment } = new RowsInMemory();
	const clock = { ...environment, monotonicClock: () => ms };
	const made = new WorkflowRow(withReadableErrors(functions), clock, 0).begin().then(
		() => true,
		() => false,
	);
	expect(await made).toBe(isMade);
});
