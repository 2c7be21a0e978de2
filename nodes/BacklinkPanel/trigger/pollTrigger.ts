import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { isObject } from '../api/dataObject';
import { CREDENTIAL_TYPE } from '../api/parseCredential';
import { TriggerParameters } from '../parameters/TriggerParameters';
import { openAccountReader } from './accountReader';
import { findEvent } from './index';
import { invalidSetting, PollFailure, toPollError, type TriggerEvent } from './TriggerEvent';

/** To be raised when an event's state changes its form: the next poll is a new baseline then. */
const STATE_VERSION = 3;

/** So many 429s in a row do not fail a poll: a batch may be using up the rate limit. */
const TOLERATED_REFUSALS = 3;

/** What n8n keeps for the trigger from one poll to the next. */
type StaticData = {
	/** A hash of the settings that the state belongs to. */
	settings?: string;
	state?: IDataObject;
	/** The last poll, in ms as the clock was then. */
	polledAt?: number;
};

/** What this process knows of a trigger in a published workflow; it may be lost at any time. */
interface ActiveTrigger {
	isPolling: boolean;
	/** How many polls in a row ended with a 429. */
	refusals: number;
	/** The topics of the warnings in the log. */
	warned: Set<string>;
}

/** By workflow and name, which n8n itself knows a node by. */
const activeTriggers = new Map<string, ActiveTrigger>();

/**
 * One poll of the trigger, or its test in the editor.
 *
 * @returns the items that start the workflow, or null if nothing happened
 * @throws NodeApiError or NodeOperationError; the state is as it was before then
 */
export async function pollTrigger(
	functions: IPollFunctions,
): Promise<INodeExecutionData[][] | null> {
	try {
		const event = chosenEvent(functions);
		const isTest = functions.getMode() === 'manual';
		const items = isTest ? [await sampleOf(functions, event)] : await pollOne(functions, event);
		return items.length > 0 ? [items.map((json) => ({ json }))] : null;
	} catch (error) {
		throw toPollError(functions.getNode(), error);
	}
}

function chosenEvent(functions: IPollFunctions): TriggerEvent {
	const value: unknown = functions.getNodeParameter('event');
	const event = findEvent(value);
	if (event) return event;
	throw invalidSetting('This event is not supported', `Choose one in “Event”, not “${value}”.`);
}

/** Shows what there is now, without a state, so that the next poll still finds its changes. */
async function sampleOf(functions: IPollFunctions, event: TriggerEvent): Promise<IDataObject> {
	const now = Date.now();
	return await event.sample({
		parameters: new TriggerParameters(functions),
		panel: await openAccountReader(functions),
		now,
		lastPollAt: now,
		log: { warn: () => {}, warnOnce: () => {} },
	});
}

/**
 * Polls one at a time: n8n starts the next poll even when the last one has not ended, and both would find
 * the same changes. The first polls that the rate limit refuses find nothing.
 */
async function pollOne(functions: IPollFunctions, event: TriggerEvent): Promise<IDataObject[]> {
	const name = JSON.stringify([functions.getWorkflow().id, functions.getNode().name]);
	const trigger = activeTriggers.get(name) ?? { isPolling: false, refusals: 0, warned: new Set() };
	activeTriggers.set(name, trigger);
	if (trigger.isPolling) return [];
	trigger.isPolling = true;
	try {
		const items = await compareWithLastPoll(functions, event, name, trigger.warned);
		trigger.refusals = 0;
		return items;
	} catch (error) {
		const isRefusal = error instanceof PollFailure && error.failure.reason === 'limit';
		trigger.refusals = isRefusal ? trigger.refusals + 1 : 0;
		if (isRefusal && trigger.refusals <= TOLERATED_REFUSALS) return [];
		throw error;
	} finally {
		trigger.isPolling = false;
	}
}

async function compareWithLastPoll(
	functions: IPollFunctions,
	event: TriggerEvent,
	name: string,
	warned: Set<string>,
): Promise<IDataObject[]> {
	const warn = (text: string) => functions.logger.warn(`${functions.getNode().name}: ${text}`);
	// Only this function writes it.
	const stored = functions.getWorkflowStaticData('node') as StaticData;
	const now = Date.now();
	const lastPollAt = stored.polledAt ?? now;
	if (event.readsClock && now < lastPollAt) {
		// Which of the two times is wrong shows at the next poll, which finds all that this one would.
		stored.polledAt = now;
		warn('The clock was set back since the last poll: this poll is left out.');
		return [];
	}

	const panel = await openAccountReader(functions, name);
	const parameters = new TriggerParameters(functions);
	const settings = hashOfSettings(functions, event, parameters, panel.baseUrl);
	const isSame = stored.settings === settings;
	if (!isSame) warned.clear();
	if (!isSame && stored.settings !== undefined) {
		warn('Its settings or credential changed: this poll is the new baseline.');
	}
	const warnOnce = (topic: string, text: string) => {
		if (!warned.has(topic)) warn(text);
		warned.add(topic);
	};
	const state = isSame && isObject(stored.state) ? stored.state : undefined;
	const context = { parameters, panel, now, lastPollAt, log: { warn, warnOnce } };
	const result = await event.poll(context, state);
	// Only now, when nothing can go wrong any more: a poll that fails leaves the state alone.
	Object.assign(stored, { settings, state: result.state, polledAt: now } satisfies StaticData);
	return result.items;
}

/** What the state belongs to. The key is not part of it: a renewed one is of the same account. */
function hashOfSettings(
	functions: IPollFunctions,
	event: TriggerEvent,
	parameters: TriggerParameters,
	baseUrl: string,
): string {
	const credential = functions.getNode().credentials?.[CREDENTIAL_TYPE];
	const account = [credential?.id ?? credential?.name, baseUrl];
	const all = [STATE_VERSION, event.value, event.settings?.(parameters), account];
	return createHash('sha256').update(JSON.stringify(all)).digest('base64url').slice(0, 16);
}
