import { withRowLock } from '../../nodes/BacklinkPanel/orders/store/rowLock.ts';
import type { DeduplicationHelpers } from '../../nodes/BacklinkPanel/api/optionalFunctions.ts';
import type { Clock } from '../../nodes/BacklinkPanel/rateLimiter/Clock.ts';

/** The node's own row, which is the lock. Waits take no real time: they add to `clock`. */
class LockRow {
	entries: string[] | undefined;
	/** Time in ms. */
	clock = 1_000_000;
	onLook = () => {};
	deleted = 0;

	readonly helpers: DeduplicationHelpers = {
		checkProcessedAndRecord: async (items, scope, { mode, maxEntries = Infinity }) => {
			if (scope !== 'node') throw new Error('The lock is the row of the node');
			if (mode !== 'entries') throw new Error('A row of the other modes holds no texts');
			const entries = this.entries ?? [];
			const added = items.map(String).filter((item) => !entries.includes(item));
			this.entries = [...entries, ...added].slice(-maxEntries);
			return { new: added, processed: entries };
		},
		removeProcessed: () => Promise.reject(new Error('Not used')),
		clearAllProcessedItems: async (scope) => {
			if (scope !== 'node') throw new Error('The lock is the row of the node');
			this.deleted += 1;
			this.entries = undefined;
		},
		getProcessedDataCount: async () => {
			this.onLook();
			return this.entries?.length ?? 0;
		},
	};

	readonly environment: Clock = {
		wallTime: () => 0,
		now: () => this.clock,
		random: () => 0.5,
		sleep: async (ms) => void (this.clock += ms),
	};

	async locked<Result>(
		task: (heldSince: number) => Promise<Result>,
		more: Partial<DeduplicationHelpers & Clock> = {},
	): Promise<Result> {
		return await withRowLock({ ...this.helpers, ...more }, { ...this.environment, ...more }, task);
	}
}

let row: LockRow;
beforeEach(() => {
	row = new LockRow();
});

const heldBy = (count: number) => [
	...Array.from({ length: count - 1 }, (_, index) => `entry ${index}`),
	'backlinkPanel lock',
];

test('the process that makes the row has the lock, and deletes the row afterwards', async () => {
	const result = await row.locked(async (heldSince) => {
		expect(heldSince).toBe(1_000_000);
		expect(row.entries).toBeDefined();
		return 'done';
	});
	expect(result).toBe('done');
	expect(row.entries).toBeUndefined();
});

test('several processes take turns', async () => {
	let inside = 0;
	const most: number[] = [];
	const task = async () => {
		inside += 1;
		for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
		most.push(inside);
		inside -= 1;
	};
	await Promise.all([row.locked(task), row.locked(task), row.locked(task)]);
	expect(most).toEqual([1, 1, 1]);
});

test('the row has a random length, so that waiting processes notice a new holder', async () => {
	const lengths: unknown[] = [];
	for (const chance of [0, 0.5, 0.999]) {
		await row.locked(async () => void lengths.push(row.entries?.length), { random: () => chance });
	}
	expect(new Set(lengths).size).toBe(3);
});

describe('a lock that was left behind by a crash', () => {
	test('is taken after two minutes with the same holder, not before', async () => {
		row.entries = heldBy(5);
		const since = row.clock;
		const heldSince = await row.locked(async (held) => held);
		expect(heldSince - since).toBeGreaterThan(120_000);
		expect(heldSince - since).toBeLessThan(121_000);
		// One for the abandoned lock, one for its own.
		expect(row.deleted).toBe(2);
	});

	test.each([
		['within the two minutes', 100_000],
		['at the check that finds the two minutes over', 120_060],
	])('a new holder begins the two minutes anew, %s', async (_, changesAfter) => {
		row.entries = heldBy(5);
		const since = row.clock;
		let changedAt = 0;
		row.onLook = () => {
			if (changedAt > 0 || row.clock - since < changesAfter) return;
			changedAt = row.clock;
			row.entries = heldBy(6);
		};
		const heldSince = await row.locked(async (held) => held);
		expect(heldSince - changedAt).toBeGreaterThan(120_000);
		expect(heldSince - changedAt).toBeLessThan(121_000);
	});
});

describe('two processes that make the row at the same moment', () => {
	const refused = (times: number) => {
		let left = times;
		const { checkProcessedAndRecord } = row.helpers;
		return {
			checkProcessedAndRecord: (async (...call) => {
				left -= 1;
				if (left >= 0) throw new Error('duplicate key value violates unique constraint');
				return await checkProcessedAndRecord(...call);
			}) as DeduplicationHelpers['checkProcessedAndRecord'],
		};
	};

	test('the refused process asks again', async () => {
		expect(await row.locked(async () => 'done', refused(9))).toBe('done');
	});

	test('ten refusals in a row are an error, because they have another cause', async () => {
		const task = jest.fn();
		await expect(row.locked(task, refused(10))).rejects.toThrow('duplicate key');
		expect(task).not.toHaveBeenCalled();
	});
});

test.each([
	[20_000, 1],
	[20_001, 0],
])(
	'a lock that was held for %d ms is given back %d times: after 20 s, another process may hold it soon',
	async (ms, times) => {
		await row.locked(async () => void (row.clock += ms));
		expect(row.deleted).toBe(times);
	},
);
