/**
 * Runs a task for each index from 0 on, in that order, with at most `lanes` under way at once.
 * Starts nothing further once it is stopped; resolves when all that was started is done.
 *
 * @param task must not reject: what can go wrong is part of its result
 * @returns the results by index; undefined where the task was not started
 */
export async function inParallel<Result>(
	count: number,
	lanes: number,
	isStopped: () => boolean,
	task: (index: number) => Promise<Result>,
): Promise<Array<Result | undefined>> {
	const results = new Array<Result | undefined>(count).fill(undefined);
	let next = 0;
	async function work(): Promise<void> {
		while (next < count && !isStopped()) {
			const index = next++;
			results[index] = await task(index);
		}
	}
	await Promise.all(Array.from({ length: Math.min(lanes, count) }, work));
	return results;
}
