/** The last task of each name; the next one starts when it is done. */
const lastTasks = new Map<string, Promise<void>>();

/** Runs tasks of the same name one after another within this process, in the order of the calls. */
export async function oneAtATime<Result>(
	name: string,
	task: () => Promise<Result>,
): Promise<Result> {
	const turn = (lastTasks.get(name) ?? Promise.resolve()).then(task);
	const done = turn.then(noResult, noResult);
	lastTasks.set(name, done);
	void done.then(() => {
		if (lastTasks.get(name) === done) lastTasks.delete(name);
	});
	return await turn;
}

/**
 * The same, but the signal ends the wait for the turn. A task that has begun is not touched by it.
 *
 * @returns what the task returned, or undefined if the signal came before its turn
 */
export async function oneAtATimeUnless<Result>(
	signal: AbortSignal,
	name: string,
	task: () => Promise<Result>,
): Promise<Result | undefined> {
	let hasBegun = false;
	const turn = oneAtATime(name, async () => {
		if (signal.aborted) return undefined;
		hasBegun = true;
		return await task();
	});
	return await new Promise((resolve, reject) => {
		const giveUp = () => {
			if (!hasBegun) resolve(undefined);
		};
		signal.addEventListener('abort', giveUp, { once: true });
		turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
		if (signal.aborted) giveUp();
	});
}

function noResult(): void {}
