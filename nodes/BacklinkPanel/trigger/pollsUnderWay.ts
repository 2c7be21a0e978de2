/** What is known in this process of a trigger in a workflow. */
interface Watch {
	isUnderWay: boolean;
	/** How many polls in a row the rate limit has refused. */
	refusals: number;
}

const watches = new Map<string, Watch>();

/**
 * Runs a poll unless one of the same name is still under way: n8n starts the next poll even when the
 * last one has not ended, and both would find the same news.
 *
 * @param poll gets the watch, to count refusals in it
 * @returns null if there is one under way
 */
export async function unlessUnderWay<Result>(
	name: string,
	poll: (watch: Watch) => Promise<Result>,
): Promise<Result | null> {
	const watch = watches.get(name) ?? { isUnderWay: false, refusals: 0 };
	if (watch.isUnderWay) return null;
	watches.set(name, watch);
	watch.isUnderWay = true;
	try {
		return await poll(watch);
	} finally {
		watch.isUnderWay = false;
		if (watch.refusals === 0) watches.delete(name);
	}
}
