import type { ICheckProcessedOptions } from 'n8n-workflow';

import type { DeduplicationHelpers } from '../../api/optionalFunctions';
import type { Clock } from '../../rateLimiter/Clock';

const LOCK = 'backlinkPanel lock';
const LOCK_ROW: ICheckProcessedOptions = { mode: 'entries', maxEntries: 20 };

/** How often somebody who waits looks whether the lock is free, in ms; up to twice as long, by chance. */
const LOOK_EVERY = 20;
/** A lock that has not changed hands for so long, in ms, was left behind by a crash. */
const ABANDONED_AFTER = 120_000;
/** Who has held the lock for longer, in ms, makes no further call: others may soon take it for abandoned. */
export const LONGEST_LOCK_MS = 20_000;
/** Two that make the row at the same moment are both refused at times, but not so often in a row. */
const MOST_REFUSALS = 10;

/**
 * Runs a task while no other process runs one for the same node. The database makes a row only once, so
 * the lock is the row that n8n has for the node alone: who makes it has the lock, and deletes it afterwards.
 *
 * @param task is told since when the lock is held, on the monotonic clock
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

/** @returns since when the lock is held */
async function lock(functions: DeduplicationHelpers, clock: Clock): Promise<number> {
	// Those who wait can only count. So the row has a length by chance: it tells them of a new holder.
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
			await clock.sleep(LOOK_EVERY * (1 + clock.random()));
			const count = await functions.getProcessedDataCount('node', LOCK_ROW);
			if (count === 0) return;
			const now = clock.now();
			const isAbandoned = count === seen.count && now - seen.since > ABANDONED_AFTER;
			if (isAbandoned || count !== seen.count) seen = { count, since: now };
			if (isAbandoned) return await unlock(functions);
		}
	}
}

/** If n8n refuses this, the next one waits and takes the lock for abandoned. */
async function unlock(functions: DeduplicationHelpers): Promise<void> {
	await functions.clearAllProcessedItems('node', LOCK_ROW).catch(() => {});
}
