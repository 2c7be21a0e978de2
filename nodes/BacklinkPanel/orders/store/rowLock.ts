import type { ICheckProcessedOptions } from 'n8n-workflow';

import type { DeduplicationHelpers } from '../../api/optionalFunctions';
import type { Clock } from '../../rateLimiter/Clock';

const LOCK = 'backlinkPanel lock';
const LOCK_ROW: ICheckProcessedOptions = { mode: 'entries', maxEntries: 20 };

/** Shortest pause between two checks of the lock, in ms; a random factor makes it up to twice as long. */
const LOOK_EVERY_MS = 20;
/** Wait in ms behind one holder of the lock, after which this holder counts as crashed. */
const ABANDONED_AFTER_MS = 120_000;
/** Longest time in ms from taking the lock to beginning a call. The call then has 100 s until others take the lock. */
export const LONGEST_LOCK_MS = 20_000;
/** Limit of calls that n8n refuses one after another. Two processes that create the row at once stay below it. */
const MOST_REFUSALS = 10;

/**
 * Runs a task while no other process runs one for this node. The lock is the node's own row of
 * deduplication data: the database lets one process create it, and this process deletes it afterwards.
 *
 * @param task gets the start of the lock on the monotonic clock, in ms
 */
export async function withRowLock<Result>(
	functions: DeduplicationHelpers,
	clock: Clock,
	task: (heldSince: number) => Promise<Result>,
): Promise<Result> {
	const heldSince = await lock(functions, clock);
	try {
		return await task(heldSince);
	} finally {
		const isOurs = clock.now() - heldSince <= LONGEST_LOCK_MS;
		if (isOurs) await unlock(functions);
	}
}

/** Waits for the lock. @returns start of the lock on the monotonic clock, in ms */
async function lock(functions: DeduplicationHelpers, clock: Clock): Promise<number> {
	// Makes the row's length random: waiting processes see only its length, and so notice a new holder.
	const padding = Array.from(
		{ length: Math.floor(clock.random() * 20) },
		(_, index) => `padding ${index}`,
	);
	let refusals = 0;
	let seen = { count: 0, since: clock.now() };
	for (;;) {
		const start = clock.now();
		const found = await functions
			.checkProcessedAndRecord([...padding, LOCK], 'node', LOCK_ROW)
			.catch((error: Error) => error);
		const isRefused = found instanceof Error;
		if (!isRefused && found.new.includes(LOCK)) return start;
		refusals = isRefused ? refusals + 1 : 0;
		if (isRefused && refusals === MOST_REFUSALS) throw found;
		await untilFree();
	}

	async function untilFree(): Promise<void> {
		for (;;) {
			await clock.sleep(LOOK_EVERY_MS * (1 + clock.random()));
			const count = await functions.getProcessedDataCount('node', LOCK_ROW);
			if (count === 0) return;
			const now = clock.now();
			const isAbandoned = count === seen.count && now - seen.since > ABANDONED_AFTER_MS;
			if (isAbandoned || count !== seen.count) seen = { count, since: now };
			if (isAbandoned) return await unlock(functions);
		}
	}
}

/** Deletes the row that is the lock. If n8n refuses, the lock counts as abandoned later. */
async function unlock(functions: DeduplicationHelpers): Promise<void> {
	await functions.clearAllProcessedItems('node', LOCK_ROW).catch(() => {});
}
