import type { ICheckProcessedOptions } from 'n8n-workflow';

import { LONGEST_LOCK_MS } from './rowLock';
import type { DeduplicationHelpers } from '../../api/optionalFunctions';
import { messageOf } from '../../errors/serverText';
import type { Clock } from '../../rateLimiter/Clock';

/** Number of paid keys a workflow keeps: those used last. Unknown orders and marks take room of the row, too. */
export const KEYS_KEPT = 10_000;
/** Capacity of the row: two entries for each paid key, and room for keys in other states. */
const MOST_ENTRIES = 2.4 * KEYS_KEPT;
const ROW: ICheckProcessedOptions = { mode: 'entries', maxEntries: MOST_ENTRIES };
/** Error text for a row that another node uses, so that keys may be lost. */
export const USED_BY_OTHERS =
	'Another node, such as Remove Duplicates with the scope Workflow, has used or shortened the data in which this node stores the paid orders of the workflow, so this order may already be paid. Set the scope of those nodes to Node. Then run Remove Duplicates once with the operation Clear Deduplication History and the scope Workflow. This also deletes all idempotency keys, so compare them with the order list first';
const MISSING =
	'Orders are remembered with n8n’s deduplication functions, which are missing here. Update n8n';
const NOT_REACHED = 'n8n’s deduplication data could not be read or written';
/** A row with fewer entries than this counts as never full. n8n removes entries only from a full row. */
const FEWEST_WHEN_FULL = 2 * KEYS_KEPT;

/**
 * First entries of the row. n8n removes entries from the beginning: if a first entry is missing, keys may be
 * missing too. Looking for an entry adds it. So the second one still shows the loss if a process crashes
 * after it has looked for the first one.
 */
export const INITIAL_ROW_ENTRIES = ['backlinkPanel first0', 'backlinkPanel first1'] as const;

/** Shortest wait after a write, in ms. By then, other nodes' calls that overlapped the write have ended. */
const SETTLING_MS = 500;
/** The wait for other nodes' calls lasts at least this many times the slowest call of this session. */
const SLOWEST_CALLS = 10;
/** Limit of attempts at a write that other nodes undo. */
const ATTEMPTS = 10;

/**
 * The row of n8n's deduplication data that all nodes of a workflow share: a list of texts, oldest first.
 * Each call reads the row and writes it back whole, which undoes concurrent writes. The lock keeps out
 * other processes of this node. `recordForSure` and `removeForSure` repeat writes that other nodes undo.
 *
 * An object serves one session under the lock.
 */
export class WorkflowRow {
	private slowestCall = 0;
	/** Entries that this session has added for its own checks, to be removed. */
	private ownEntries: string[] = [];
	/** Entry whose presence proves that the last write of `recordForSure` is in the row. */
	private token = '';
	private isFull = false;

	/** @param heldSince start of the lock on the monotonic clock, in ms */
	constructor(
		private readonly functions: DeduplicationHelpers,
		private readonly clock: Clock,
		private readonly heldSince: number,
	) {}

	/** Begins a session. @throws if the row has more entries than this node may store: a write would cut some off */
	async begin(): Promise<void> {
		const count = await this.timed(
			async () => await this.functions.getProcessedDataCount('workflow', ROW),
		);
		if (count > MOST_ENTRIES) throw new Error(USED_BY_OTHERS);
		this.isFull = count >= FEWEST_WHEN_FULL;
		if (count === 0) await this.record(INITIAL_ROW_ENTRIES);
	}

	/**
	 * Records values at the end of the row, unless the row has them.
	 *
	 * @returns the values that the row had before
	 */
	async record(values: readonly string[]): Promise<Set<string>> {
		const call = async () =>
			await this.functions.checkProcessedAndRecord([...values], 'workflow', ROW);
		// n8n refuses the call if another node creates the row at the same moment.
		const found = await this.timed(call).catch(async () => await this.timed(call));
		return new Set(found.processed.map(String));
	}

	/**
	 * True if another node has removed an initial entry, and so perhaps keys: it is missing, but the row was never full.
	 *
	 * @param initial one of `INITIAL_ROW_ENTRIES`
	 * @param before entries that the row had before `initial` was recorded
	 */
	isShortened(initial: string, before: Set<string>): boolean {
		if (before.has(initial)) return false;
		// The check has added the entry itself. `remove` takes it out, so that the next check does not find it.
		this.ownEntries.push(initial);
		return !this.isFull;
	}

	/**
	 * Records values, and a token by which it checks the write. Repeats the write if the token is gone: another
	 * node has overwritten the row.
	 *
	 * @param isEnough true if, by the values that the row had before, the write need not be checked
	 * @returns the values that the row had before
	 * @throws if other nodes keep overwriting the row
	 */
	async recordForSure(
		values: readonly string[],
		isEnough: (known: Set<string>) => boolean = () => false,
	): Promise<Set<string>> {
		for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
			this.token = `backlinkPanel write ${this.clock.wallTime()} ${this.clock.random()}`;
			const known = await this.record([this.token, ...values]);
			this.ownEntries.push(this.token);
			if (isEnough(known)) return known;
			await this.settle();
			if (await this.hasToken()) return known;
		}
		await this.remove([]);
		throw new Error(
			'Other nodes kept overwriting the deduplication data of this workflow. Run fewer executions of it at once, and set the scope of its Remove Duplicates nodes to Node',
		);
	}

	/** Removes values, and the entries that this session has added for its own checks. */
	async remove(values: readonly string[]): Promise<void> {
		const all = [...this.ownEntries, ...values];
		this.ownEntries = [];
		await this.timed(async () => await this.functions.removeProcessed(all, 'workflow', ROW));
	}

	/**
	 * Removes values, and the token that the last `recordForSure` added. Repeats this up to ten times if the
	 * token is back: another node has then overwritten the row.
	 */
	async removeForSure(values: readonly string[]): Promise<void> {
		for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
			await this.remove([...values, this.token]);
			await this.settle();
			const isUndone = await this.hasToken();
			this.ownEntries.push(this.token);
			if (!isUndone) break;
		}
		await this.remove([]);
	}

	private async hasToken(): Promise<boolean> {
		return (await this.record([this.token])).has(this.token);
	}

	/** Waits until calls of other nodes that overlapped the last write have ended. */
	async settle(): Promise<void> {
		await this.clock.sleep(Math.max(SETTLING_MS, SLOWEST_CALLS * this.slowestCall));
	}

	private async timed<Result>(call: () => Promise<Result>): Promise<Result> {
		const start = this.timeHeld();
		const result = await call();
		this.slowestCall = Math.max(this.slowestCall, this.timeHeld() - start);
		return result;
	}

	/** Returns how long the lock is held, in ms. @throws if other processes may soon count the lock as abandoned */
	private timeHeld(): number {
		const held = this.clock.now() - this.heldSince;
		if (held <= LONGEST_LOCK_MS) return held;
		throw new Error(
			`n8n’s database took more than ${LONGEST_LOCK_MS / 1000} seconds to read or store orders`,
		);
	}
}

/** Wraps n8n's deduplication functions, so that users understand their errors. @throws if one is missing */
export function withReadableErrors(functions: Partial<DeduplicationHelpers>): DeduplicationHelpers {
	const readable = <Args extends unknown[], Result>(call?: (...args: Args) => Promise<Result>) => {
		if (!call) throw new Error(MISSING);
		return async (...args: Args): Promise<Result> =>
			await call.apply(functions, args).catch((cause: unknown) => {
				const said = messageOf(cause);
				// n8n has this text in its message if another node stores dates or numbers in the row.
				if (said.includes('Keep Items Where')) throw new Error(USED_BY_OTHERS, { cause });
				throw new Error(`${NOT_REACHED} (${said})`, { cause });
			});
	};
	return {
		checkProcessedAndRecord: readable(functions.checkProcessedAndRecord),
		removeProcessed: readable(functions.removeProcessed),
		clearAllProcessedItems: readable(functions.clearAllProcessedItems),
		getProcessedDataCount: readable(functions.getProcessedDataCount),
	};
}
