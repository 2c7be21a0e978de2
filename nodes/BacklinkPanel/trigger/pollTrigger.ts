import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { isObject } from '../api/dataObject';
import { type ActiveTrigger, isFirstPoll, pollWithoutOverlap } from './ActiveTrigger';
import { findEvent } from './index';
import { openAccountReader } from './accountReader';
import { credentialChange, type CredentialFingerprint } from './credentialChange';
import { invalidSetting, PollFailure, toPollError } from './PollFailure';
import type { PollContext, PollResult, TriggerEvent, TriggerLog } from './TriggerEvent';
import { TriggerParameters } from '../parameters/TriggerParameters';

/** To be raised when an event's state changes its form: the next poll is a new baseline then. */
const STATE_VERSION = 2;

/** So many 429s in a row do not fail a poll: a batch may be using up the rate limit. */
const TOLERATED_REFUSALS = 3;

/** What n8n keeps for the trigger from one poll to the next. */
type StaticData = {
	version?: number;
	event?: string;
	access?: CredentialFingerprint;
	state?: IDataObject;
};

/**
 * One poll of the trigger.
 *
 * @returns the items that start the workflow, or null if nothing happened
 * @throws NodeApiError or NodeOperationError; the state is as it was before then
 */
export async function pollTrigger(
	functions: IPollFunctions,
): Promise<INodeExecutionData[][] | null> {
	try {
		const event = chosenEvent(functions);
		if (functions.getMode() === 'manual') return await sampleOutput(functions, event);
		const name = JSON.stringify([functions.getWorkflow().id, functions.getNode().name]);
		return await pollWithoutOverlap(name, async (trigger) => {
			// Only this function writes it.
			const stored = functions.getWorkflowStaticData('node') as StaticData;
			if (isFirstPoll(trigger, stored, functions.getActivationMode())) {
				trigger.rateLimitRefusals = 0;
				trigger.warnedTopics.clear();
			}
			const isOfEvent = stored.version === STATE_VERSION && stored.event === event.value;
			const state = isOfEvent && isObject(stored.state) ? stored.state : undefined;

			const panel = await openAccountReader(functions, name);
			const context = createPollContext(functions, panel, {
				credentialChange: credentialChange(
					panel.fingerprint,
					isOfEvent ? stored.access : undefined,
				),
				log: triggerLog(functions, trigger),
			});
			const result = await pollToleratingRateLimit(functions, event, context, state, trigger);
			if (!result) return null;
			// Only now, when nothing can go wrong any more: a poll that fails leaves the state alone.
			stored.version = STATE_VERSION;
			stored.event = event.value;
			stored.state = result.state;
			if (!result.isAccountUnconfirmed) stored.access = panel.fingerprint;
			return result.items.length > 0 ? toOutput(result.items) : null;
		});
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

function createPollContext(
	functions: IPollFunctions,
	panel: PollContext['panel'],
	rest: Pick<PollContext, 'credentialChange' | 'log'>,
): PollContext {
	return {
		parameters: new TriggerParameters(functions),
		panel,
		now: Date.now(),
		timezone: functions.getTimezone(),
		...rest,
	};
}

function triggerLog(functions: IPollFunctions, trigger: ActiveTrigger): TriggerLog {
	const warn = (text: string) => functions.logger.warn(`${functions.getNode().name}: ${text}`);
	return {
		warn,
		warnOnce: (topic, text) => {
			if (trigger.warnedTopics.has(topic)) return;
			trigger.warnedTopics.add(topic);
			warn(text);
		},
	};
}

/** @returns undefined if the rate limit refused the poll and that is to be tolerated */
async function pollToleratingRateLimit(
	functions: IPollFunctions,
	event: TriggerEvent,
	context: PollContext,
	state: IDataObject | undefined,
	trigger: ActiveTrigger,
): Promise<PollResult | undefined> {
	try {
		const result = await event.poll(context, state);
		trigger.rateLimitRefusals = 0;
		return result;
	} catch (error) {
		const isRefusal = error instanceof PollFailure && error.failure.reason === 'limit';
		trigger.rateLimitRefusals = isRefusal ? trigger.rateLimitRefusals + 1 : 0;
		if (isRefusal && trigger.rateLimitRefusals <= TOLERATED_REFUSALS) return undefined;
		throw toPollError(functions.getNode(), error);
	}
}

/** For the editor's test: what there is now, without a state, so that the next poll still finds its changes. */
async function sampleOutput(
	functions: IPollFunctions,
	event: TriggerEvent,
): Promise<INodeExecutionData[][]> {
	const account = await openAccountReader(functions);
	const context = createPollContext(functions, account, {
		credentialChange: credentialChange(account.fingerprint, undefined),
		log: { warn: () => {}, warnOnce: () => {} },
	});
	return toOutput([await event.sample(context)]);
}

function toOutput(items: IDataObject[]): INodeExecutionData[][] {
	return [items.map((json) => ({ json }))];
}
