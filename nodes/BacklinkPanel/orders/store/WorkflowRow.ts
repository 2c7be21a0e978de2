import type { ICheckProcessedOptions } from 'n8n-workflow';

import { LONGEST_LOCK_MS } from './rowLock';
import type { DeduplicationHelpers } from '../../api/optionalFunctions';
import { messageOf } from '../../errors/serverText';
import type { Clock } from '../../rateLimiter/Clock';

/** Paid keys of a workflow that are remembered: those used last. */
export const KEYS_KEPT = 10_000;
/** A paid key has two entries; the rest is for those that are in flight, unknown or looked up just now. */
const MOST_ENTRIES = 2.4 * KEYS_KEPT;
const ROW: ICheckProcessedOptions = { mode: 'entries', maxEntries: MOST_ENTRIES };
/** Said where another node uses the row in a way that keys are lost by. */
export const USED_BY_OTHERS =
	'Another node, such as Remove Duplicates with the scope Workflow, has used or shortened the data in which this node stores the paid orders of the workflow, so this order may already be paid. Set the scope of those nodes to Node. Then run Remove Duplicates once with the operation Clear Deduplication History and the scope Workflow. This also deletes all idempotency keys, so compare them with the order list first';
const MISSING =
	'Orders are remembered with n8n’s deduplication functions, which are missing here. Update n8n';
const NOT_REACHED = 'n8n’s deduplication data could not be read or written';
/** A row with fewer entries than this one has never been full, and has lost nothing by itself. */
const FEWEST_WHEN_FULL = 2 * KEYS_KEPT;

/**
 * The row begins with these two. n8n takes entries away at the beginning, so where one is missing, others
 * may be, too. To ask for one records it: there are two, so that a crash after that hides nothing.
 */
export const INITIAL_ROW_ENTRIES = ['backlinkPanel first0', 'backlinkPanel first1'] as const;

/** After so long, in ms, no call of another node that overlapped a write is still running. */
const SETTLES_AFTER = 500;
/** And no sooner than after so many times the slowest call of this session. */
const SLOWEST_CALLS = 10;
/** How often a write is made again that another node has overwritten. */
const ATTEMPTS = 10;

/**
 * The row of n8n's deduplication data that all nodes of a workflow share: a list of texts, the oldest
 * first. A call reads it and writes it back as a whole, undoing what others have written in between. The
 * lock keeps out those who run the same node; what other nodes undo is noticed and written again.
 *
 * One object is one session under the lock.
 */
export class WorkflowRow {
	private slowestCall = 0;
	/** What this session has recorded for itself alone. */
	private ownEntries: string[] = [];
	/** Shows whether the last write of `recordForSure` is in the row. */
	private token = '';
	private isFull = false;

	/** @param heldSince since when the lock is held, on the monotonic clock */
	constructor(
		private readonly functions: DeduplicationHelpers,
		private readonly clock: Clock,
		private readonly heldSince: number,
	) {}

	/**
	 * Comes before everything else.
	 *
	 * @throws where the row holds more than ours may: our first call would cut off its beginning
	 */
	async begin(): Promise<void> {
		const count = await this.timed(
			async () => await this.functions.getProcessedDataCount('workflow', ROW),
		);
		if (count > MOST_ENTRIES) throw new Error(USED_BY_OTHERS);
		this.isFull = count >= FEWEST_WHEN_FULL;
		if (count === 0) await this.record(INITIAL_ROW_ENTRIES);
	}

	/**
	 * Records values at the end of the row, unless it has them.
	 *
	 * @returns those that it had before
	 */
	async record(values: readonly string[]): Promise<Set<string>> {
		const call = async () =>
			await this.functions.checkProcessedAndRecord([...values], 'workflow', ROW);
		// Refused where another node makes the row at the same moment.
		const found = await this.timed(call).catch(async () => await this.timed(call));
		return new Set(found.processed.map(String));
	}

	/**
	 * Whether another node has taken entries away, so that keys may be forgotten.
	 *
	 * @param first one of the first entries, which was among the values to record
	 * @param known what the row had of these values
	 */
	isShortened(first: string, known: Set<string>): boolean {
		if (known.has(first)) return false;
		// It stands at the end now, where it says nothing.
		this.ownEntries.push(first);
		return !this.isFull;
	}

	/**
	 * Records values, after a token of its own, until that has outlived every call of another node that had read the row before.
	 *
	 * @param isEnough says from what the row had before that nothing depends on it this time
	 * @returns those that the row had before
	 * @throws when other nodes keep overwriting it
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

	/** Removes values, and what this session has recorded for itself. */
	async remove(values: readonly string[]): Promise<void> {
		const all = [...this.ownEntries, ...values];
		this.ownEntries = [];
		await this.timed(async () => await this.functions.removeProcessed(all, 'workflow', ROW));
	}

	/** Removes values, after something was recorded for sure, until that has come to stay as well. */
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

	async settle(): Promise<void> {
		await this.clock.sleep(Math.max(SETTLES_AFTER, SLOWEST_CALLS * this.slowestCall));
	}

	private async timed<Result>(call: () => Promise<Result>): Promise<Result> {
		const start = this.timeHeld();
		const result = await call();
		this.slowestCall = Math.max(this.slowestCall, this.timeHeld() - start);
		return result;
	}

	/** @throws when somebody else may take the lock for abandoned soon */
	private timeHeld(): number {
		const held = this.clock.now() - this.heldSince;
		if (held <= LONGEST_LOCK_MS) return held;
		throw new Error(
			`n8n’s database took more than ${LONGEST_LOCK_MS / 1000} seconds to read or store orders`,
		);
	}
}

/**
 * n8n's functions, with errors that a person can read.
 *
 * @throws when one of them is missing
 */
export function withReadableErrors(functions: Partial<DeduplicationHelpers>): DeduplicationHelpers {
	const readable = <Args extends unknown[], Result>(call?: (...args: Args) => Promise<Result>) => {
		if (!call) throw new Error(MISSING);
		return async (...args: Args): Promise<Result> =>
			await call.apply(functions, args).catch((cause: unknown) => {
				const said = messageOf(cause);
				// n8n says this where another node stores dates or numbers in the row.
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
