/** What is known in this process of a trigger in a workflow; all of it may be lost at any time. */
export interface TriggerWatch {
	isUnderWay: boolean;
	/** How many polls in a row the rate limit has refused. */
	refusals: number;
	/** What has been said since the trigger was started. */
	said: Set<string>;
	/** What n8n keeps for the trigger since it was started. */
	startedWith: WeakRef<object> | undefined;
}

/** Of more triggers than these, those that polled longest ago begin anew. */
const MOST_WATCHES = 1_000;

const watches = new Map<string, TriggerWatch>();

/**
 * Runs a poll unless one of the same name is still running: n8n starts the next poll even when the
 * last one has not ended, and both would find the same news.
 *
 * @returns null if one is running
 */
export async function unlessUnderWay<Result>(
	name: string,
	poll: (watch: TriggerWatch) => Promise<Result>,
): Promise<Result | null> {
	const watch = watchOf(name);
	if (watch.isUnderWay) return null;
	watch.isUnderWay = true;
	try {
		return await poll(watch);
	} finally {
		watch.isUnderWay = false;
	}
}

/**
 * Whether this is the first poll since the trigger was started. n8n loads the static data then and goes
 * on with the same object; only where it keeps them in a table of their own, each poll has a new one and
 * all but the first poll run as an `update`.
 */
export function isFirstPoll(watch: TriggerWatch, staticData: object, activation: string): boolean {
	const { startedWith } = watch;
	const isOther = startedWith?.deref() !== staticData;
	const isFirst = startedWith === undefined || (isOther && activation !== 'update');
	if (isFirst) watch.startedWith = new WeakRef(staticData);
	return isFirst;
}

function watchOf(name: string): TriggerWatch {
	const watch = watches.get(name) ?? {
		isUnderWay: false,
		refusals: 0,
		said: new Set(),
		startedWith: undefined,
	};
	watches.delete(name);
	watches.set(name, watch);
	for (const [oldest, { isUnderWay }] of watches) {
		if (watches.size <= MOST_WATCHES) break;
		if (!isUnderWay) watches.delete(oldest);
	}
	return watch;
}
