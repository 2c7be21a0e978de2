/**
 * The result of a task, or undefined if it takes longer. The task goes on in any case.
 *
 * @param ms how long it may take, in ms
 */
export async function withinTime<Result>(
	task: Promise<Result>,
	ms: number,
): Promise<Result | undefined> {
	const timeIsUp = new Promise<undefined>((resolve) => {
		AbortSignal.timeout(ms).addEventListener('abort', () => resolve(undefined));
	});
	return await Promise.race([task, timeIsUp]);
}
