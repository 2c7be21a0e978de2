import { type ICheckProcessedOptions, type IExecuteFunctions, sleep } from 'n8n-workflow';

import { oneAtATime } from './oneAtATime';

const LOCK = 'backlinkPanel lock';
const LOCK_ROW: ICheckProcessedOptions = { mode: 'entries', maxEntries: 1 };

/** How long others get to come in between two calls of this process, in ms. */
const PAUSE = 30;
/** How often somebody who waits looks whether the store is free, in ms. */
const LOOK_EVERY = 20;
/** Who finds the store taken for so long, in ms, waits for a process that ended inside. */
const ABANDONED_AFTER = 60_000;
/** Two that come in at the same moment fail too, but not so often in a row. */
const MOST_FAILURES = 10;

/**
 * Runs a task while nobody else uses n8n's store of processed data for this workflow: no other
 * execution of this process, and no run of this node in another process (queue worker). The store
 * itself does not lock: a call reads a row and writes it back, so two at once lose entries.
 *
 * The database takes a row only once. So whoever comes in makes the row that n8n has for the node
 * alone, and deletes it on the way out.
 *
 * @throws what n8n's store throws when it does not work
 */
export async function inLockedStore<Result>(
	functions: IExecuteFunctions,
	task: () => Promise<Result>,
): Promise<Result> {
	const name = `store ${functions.getWorkflow().id}`;
	const turn = oneAtATime(name, async () => {
		await lock(functions);
		try {
			return await task();
		} finally {
			// If this fails, the next one waits and takes it for abandoned.
			await unlock(functions).catch(() => {});
		}
	});
	void oneAtATime(name, async () => await sleep(PAUSE));
	return await turn;
}

async function lock(functions: IExecuteFunctions): Promise<void> {
	let abandonedAt = Date.now() + ABANDONED_AFTER;
	let failures = 0;
	for (;;) {
		const attempt = await makeRow(functions);
		if (attempt.kind === 'made') return;
		failures = attempt.kind === 'refused' ? failures + 1 : 0;
		if (attempt.kind === 'refused' && failures === MOST_FAILURES) throw attempt.error;
		await sleep(LOOK_EVERY * (1 + Math.random()));
		if (Date.now() > abandonedAt) {
			await unlock(functions);
			abandonedAt = Date.now() + ABANDONED_AFTER;
		}
	}
}

type Attempt = { kind: 'made' } | { kind: 'taken' } | { kind: 'refused'; error: unknown };

/** The row is made by this call, is there already, or the store refuses: the second of two does not get in. */
async function makeRow({ helpers }: IExecuteFunctions): Promise<Attempt> {
	try {
		const found = await helpers.checkProcessedAndRecord([LOCK], 'node', LOCK_ROW);
		return { kind: found.new.length > 0 ? 'made' : 'taken' };
	} catch (error) {
		return { kind: 'refused', error };
	}
}

async function unlock({ helpers }: IExecuteFunctions): Promise<void> {
	await helpers.clearAllProcessedItems('node', LOCK_ROW);
}
