import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { isObject } from '../api/dataObject';
import { CREDENTIAL_TYPE } from '../api/parseCredential';
import { TriggerParameters } from '../parameters/FormParameters';
import { openAccountReader } from './accountReader';
import { findEvent } from './index';
import { PollFailure, toPollError, type TriggerEvent } from './TriggerEvent';

/** To be raised when an event's state changes its form: the next poll is a new baseline then. */
const STATE_VERSION = 3;

/** The fields of the form that the state belongs to; the others only decide what is told. */
const BOUND_FIELDS = ['event', 'orderType', 'emitExisting', 'options'];

/** So many 429s in a row do not fail a poll: a batch may be using up the rate limit. */
const TOLERATED_REFUSALS = 3;

/** Kept by n8n for the trigger from one poll to the next. */
type StaticData = {
	/** A hash of the settings that the state belongs to. */
	settings?: string;
	state?: IDataObject;
	/** The last poll, in ms as the clock was then. */
	polledAt?: number;
};

/** The process's memory of a trigger in a published workflow; it may be lost at any time. */
interface ActiveTrigger {
	isPolling: boolean;
	/** Polls in a row that ended with a 429. */
	refusals: number;
	/** The topics that the log has a warning of. */
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
		const event = findEvent(functions.getNodeParameter('event'));
		const isTest = functions.getMode() === 'manual';
		const items = isTest ? [await sampleOf(functions, event)] : await pollOne(functions, event);
		return items.length > 0 ? [items.map((json) => ({ json }))] : null;
	} catch (error) {
		throw toPollError(functions.getNode(), error);
	}
}

/** Shows what there is now, without a state, so that the next poll still finds its changes. */
async function sampleOf(functions: IPollFunctions, event: TriggerEvent): Promise<IDataObject> {
	const now = Date.now();
	return await event.sample({
		parameters: new TriggerParameters(functions),
		panel: await openAccountReader(functions),
		now,
		lastPollAt: now,
		warn: () => {},
		warnOnce: () => {},
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
		throw toPollError(functions.getNode(), error);
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
	// Written below, and nowhere else.
	const stored = functions.getWorkflowStaticData('node') as StaticData;
	const now = Date.now();
	const lastPollAt = stored.polledAt ?? now;
	if (event.readsClock && now < lastPollAt) {
		// Which of the two times is wrong shows at the next poll, which finds the same changes.
		stored.polledAt = now;
		warn('The clock was set back since the last poll: this poll is left out.');
		return [];
	}

	const panel = await openAccountReader(functions, name);
	const settings = hashOfSettings(functions, panel.baseUrl);
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
	const parameters = new TriggerParameters(functions);
	const context = { parameters, panel, now, lastPollAt, warn, warnOnce };
	const result = await event.poll(context, state);
	// Only now, when nothing can go wrong any more: a poll that fails leaves the state alone.
	Object.assign(stored, { settings, state: result.state, polledAt: now } satisfies StaticData);
	return result.items;
}

/**
 * Names the settings that a state belongs to. The key is not one: a renewed key is of the same account. A
 * field that the event does not have is null.
 */
function hashOfSettings(functions: IPollFunctions, baseUrl: string): string {
	const credential = functions.getNode().credentials?.[CREDENTIAL_TYPE];
	const form = BOUND_FIELDS.map((name) => functions.getNodeParameter(name, null) as unknown);
	const all = [STATE_VERSION, form, credential?.id ?? credential?.name, baseUrl];
	return createHash('sha256').update(JSON.stringify(all)).digest('base64url').slice(0, 16);
}
