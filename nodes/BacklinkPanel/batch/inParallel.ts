import { sleep } from 'n8n-workflow';

/**
 * Runs a task for each index from 0 on, in that order, several at once. Starts nothing further once it
 * is stopped; resolves when all that was started is done.
 *
 * @param limit how many tasks may run at once, at least 1; asked again after each one that is done
 * @param task must not reject: what can go wrong is part of its result
 * @param turnEnds resolves once all is done that could be done by now. Tasks that end in the same turn
 * are followed up together, since many requests in a row take far less time than one here and there.
 * @returns the results by index; undefined where the task was not started
 */
export async function inParallel<Result>(
	count: number,
	limit: () => number,
	isStopped: () => boolean,
	task: (index: number) => Promise<Result>,
	turnEnds: () => Promise<void> = async () => {
		await sleep(0);
	},
): Promise<Array<Result | undefined>> {
	const results = new Array<Result | undefined>(count).fill(undefined);
	let next = 0;
	let running = 0;
	let isTurnEnding = false;
	await new Promise<void>((resolve, reject) => {
		async function run(index: number): Promise<void> {
			running += 1;
			results[index] = await task(index);
			running -= 1;
			if (isTurnEnding) return;
			isTurnEnding = true;
			if (next < count) await turnEnds();
			isTurnEnding = false;
			startMore();
		}
		function startMore(): void {
			while (next < count && running < limit() && !isStopped()) run(next++).catch(reject);
			if (running === 0) resolve();
		}
		startMore();
	});
	return results;
}
