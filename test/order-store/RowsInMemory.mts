import type { DeduplicationHelpers } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import type { Clock } from '../../nodes/BacklinkPanel/rateLimiter/Clock.ts';

/** Time that a statement of n8n's database takes, in ms. */
const STATEMENT = 5;

/** n8n's deduplication data for one process at a time. Calls and waits take no real time: they add to `clock`. */
export class RowsInMemory {
	/** Time in ms, the same for all processes that use these rows. */
	clock = 0;
	calls = 0;
	/** Number of calls that still succeed before the process crashes. */
	callsUntilCrash = Infinity;
	hasCrashed = false;
	private readonly rows = new Map<string, Set<string>>();

	readonly functions: DeduplicationHelpers = {
		checkProcessedAndRecord: async (items, scope, { mode, maxEntries = Infinity }) => {
			this.count(2);
			if (mode !== 'entries') throw new Error('A row of the other modes holds one value');
			const row = this.rows.get(scope) ?? new Set();
			this.rows.set(scope, row);
			const values = items.map(String);
			const added = values.filter((value) => !row.has(value));
			const known = values.filter((value) => row.has(value));
			for (const value of added) row.add(value);
			for (const oldest of row) {
				if (row.size <= maxEntries) break;
				row.delete(oldest);
			}
			return { new: added, processed: known };
		},
		removeProcessed: async (items, scope) => {
			this.count(2);
			for (const item of items) this.rows.get(scope)?.delete(String(item));
		},
		clearAllProcessedItems: async (scope) => {
			this.count(1);
			this.rows.delete(scope);
		},
		getProcessedDataCount: async (scope) => {
			this.count(1);
			return this.rows.get(scope)?.size ?? 0;
		},
	};

	readonly environment: Clock = {
		wallTime: () => Date.UTC(2026, 0, 1) + this.clock,
		now: () => this.clock,
		random: () => Math.random(),
		sleep: async (ms) => void (this.clock += ms),
	};

	get size(): number {
		return this.rows.get('workflow')?.size ?? 0;
	}

	/** Lets a new process begin. Removes the lock that a crashed process may have left. */
	restart(): void {
		this.callsUntilCrash = Infinity;
		this.hasCrashed = false;
		this.rows.delete('node');
	}

	private count(statements: number): void {
		if (this.callsUntilCrash === 0) this.hasCrashed = true;
		if (this.hasCrashed) throw new Error('The process has ended');
		this.callsUntilCrash -= 1;
		this.calls += 1;
		this.clock += statements * STATEMENT;
	}
}
