/** The last session of each workflow in this process; the next one begins when it is over. */
const lastSessions = new Map<string, Promise<void>>();

/**
 * Runs sessions of the same workflow one after another within this process, in the order of the calls.
 *
 * @param pause runs after the session, before the next one may begin
 * @returns what the session returned, without waiting for the pause
 */
export async function inTurn<Result>(
	workflowId: string,
	session: () => Promise<Result>,
	pause: () => Promise<unknown>,
): Promise<Result> {
	const result = (lastSessions.get(workflowId) ?? Promise.resolve()).then(session);
	const end = result.then(pause, pause).then(nothing, nothing);
	lastSessions.set(workflowId, end);
	void end.then(() => {
		if (lastSessions.get(workflowId) === end) lastSessions.delete(workflowId);
	});
	return await result;
}

function nothing(): void {}
