/** What this process knows of a trigger in a published workflow; all of it may be lost at any time. */
export interface ActiveTrigger {
	isPolling: boolean;
	/** How many polls in a row ended with a 429. */
	rateLimitRefusals: number;
	/** The topics of the warnings in the log since the trigger was started. */
	warnedTopics: Set<string>;
	/** The static data that n8n loaded when it started the trigger. */
	loaded: WeakRef<object> | undefined;
}

/** Of more triggers than these, those that polled longest ago begin anew. */
const MOST_ACTIVE_TRIGGERS = 1_000;

const activeTriggers = new Map<string, ActiveTrigger>();

/**
 * Runs a poll unless one of the same name is still running: n8n starts the next poll even when the
 * last one has not ended, and both would find the same changes.
 *
 * @returns null if one is running
 */
export async function pollWithoutOverlap<Result>(
	name: string,
	poll: (trigger: ActiveTrigger) => Promise<Result>,
): Promise<Result | null> {
	const trigger = activeTrigger(name);
	if (trigger.isPolling) return null;
	trigger.isPolling = true;
	try {
		return await poll(trigger);
	} finally {
		trigger.isPolling = false;
	}
}

/**
 * Whether this is the first poll since the trigger was started. n8n loads the static data then and goes
 * on with the same object; only where it keeps them in a table of their own, each poll has a new one and
 * all but the first poll run as an `update`.
 */
export function isFirstPoll(
	trigger: ActiveTrigger,
	staticData: object,
	activation: string,
): boolean {
	const { loaded } = trigger;
	const isOther = loaded?.deref() !== staticData;
	const isFirst = loaded === undefined || (isOther && activation !== 'update');
	if (isFirst) trigger.loaded = new WeakRef(staticData);
	return isFirst;
}

function activeTrigger(name: string): ActiveTrigger {
	const trigger = activeTriggers.get(name) ?? {
		isPolling: false,
		rateLimitRefusals: 0,
		warnedTopics: new Set(),
		loaded: undefined,
	};
	activeTriggers.delete(name);
	activeTriggers.set(name, trigger);
	for (const [oldest, { isPolling }] of activeTriggers) {
		if (activeTriggers.size <= MOST_ACTIVE_TRIGGERS) break;
		if (!isPolling) activeTriggers.delete(oldest);
	}
	return trigger;
}
