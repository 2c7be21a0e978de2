import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { isObject } from '../api/dataObject';
import { CREDENTIAL_TYPE } from '../api/parseCredential';
import { TriggerParameters } from '../parameters/FormParameters';
import { openAccountReader } from './accountReader';
import { findEvent } from './index';
import { PollFailure, toPollError, type TriggerEvent } from './TriggerEvent';

/** Version of the stored state. A higher version makes the next poll a first poll, without stored state. */
const STATE_VERSION = 3;

/** Form fields whose change makes the stored state useless; the other fields only filter or format items. */
const BOUND_FIELDS = ['event', 'orderType', 'emitExisting', 'options'];

/** Polls in a row that the rate limit may refuse without an error, because a batch may use up the limit. */
const TOLERATED_REFUSALS = 3;

/** Data that n8n keeps for the trigger from poll to poll. */
type StaticData = {
	/** Hash of the settings to which the state belongs. */
	settings?: string;
	state?: IDataObject;
	/** Time of the last poll in ms since 1970. */
	polledAt?: number;
};

/** State of a published trigger in this process, lost when n8n restarts. */
interface ActiveTrigger {
	isPolling: boolean;
	/** Count of polls in a row that the limit refused. */
	refusals: number;
	/** Topics about which n8n's log has a warning. */
	warned: Set<string>;
}

/** Triggers by workflow ID and node name, by which n8n itself identifies a node. */
const activeTriggers = new Map<string, ActiveTrigger>();

/**
 * Carries out a poll, or a test of the trigger in the editor.
 *
 * @returns the items that start the workflow; null = no event
 * @throws NodeApiError or NodeOperationError; the stored state stays as it was
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

/** Reads current data for a test, without touching the stored state: the next poll still finds all changes. */
async function sampleOf(functions: IPollFunctions, event: TriggerEvent): Promise<IDataObject> {
	return await event.sample({
		parameters: new TriggerParameters(functions),
		panel: await openAccountReader(functions),
		now: Date.now(),
		warn: () => {},
		warnOnce: () => {},
	});
}

/**
 * Carries out a poll, unless the last one still runs: n8n does not wait, and both would find the
 * same changes. Up to three polls in a row that the rate limit refuses return no items instead of an error.
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
	// Safe cast: only this function writes the trigger's static data.
	const stored = functions.getWorkflowStaticData('node') as StaticData;
	const polledAt = Date.now();
	// Is never before the last poll. Otherwise, with a clock behind for one poll, ended placements would seem to
	// end soon.
	const now = Math.max(polledAt, stored.polledAt ?? 0);
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
	const context = { parameters, panel, now, warn, warnOnce };
	const result = await event.poll(context, state);
	// Stores the state last: a poll that fails must leave the state as it was.
	Object.assign(stored, { settings, state: result.state, polledAt } satisfies StaticData);
	return result.items;
}

/** Hashes the settings that the stored state depends on. A renewed API key changes nothing: same account. */
function hashOfSettings(functions: IPollFunctions, baseUrl: string): string {
	const credential = functions.getNode().credentials?.[CREDENTIAL_TYPE];
	const fields = BOUND_FIELDS.map((name) => [name, functions.getNodeParameter(name, null)]);
	const form = fields.filter(([, value]) => value !== null);
	const all = [STATE_VERSION, form, credential?.id ?? credential?.name, baseUrl];
	return createHash('sha256').update(JSON.stringify(all)).digest('base64url').slice(0, 16);
}
