import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { isObject } from '../api/dataObject';
import { findEvent } from './index';
import { accessChange, type AccessMarks } from './panelAccount';
import { openPanel } from './panelReader';
import { PollFailure, toPollError, unfitSetting } from './PollFailure';
import type { Findings, Look, Notes, TriggerEvent } from './TriggerEvent';
import { TriggerParameters } from './TriggerParameters';
import { isFirstPoll, type TriggerWatch, unlessUnderWay } from './TriggerWatch';

/** To be raised when an event's state changes its form: the next poll is a new baseline then. */
const STATE_VERSION = 2;

/** So many 429s in a row are no news: a batch may be using the key up. */
const TOLERATED_REFUSALS = 3;

/** What n8n keeps for the trigger from one poll to the next. */
type Memory = {
	version?: number;
	event?: string;
	access?: AccessMarks;
	state?: IDataObject;
};

/**
 * One poll of the trigger.
 *
 * @returns the items that start the workflow, or null if nothing happened
 * @throws NodeApiError or NodeOperationError; the state is as it was before then
 */
export async function pollEvent(functions: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const event = chosenEvent(functions);
		if (functions.getMode() === 'manual') return await showSample(functions, event);
		const name = JSON.stringify([functions.getWorkflow().id, functions.getNode().id]);
		return await unlessUnderWay(name, async (watch) => {
			// Only this function writes it.
			const memory = functions.getWorkflowStaticData('node') as Memory;
			if (isFirstPoll(watch, memory, functions.getActivationMode())) {
				watch.refusals = 0;
				watch.said.clear();
			}
			const isOfEvent = memory.version === STATE_VERSION && memory.event === event.value;
			const state = isOfEvent && isObject(memory.state) ? memory.state : undefined;

			const panel = await openPanel(functions, name);
			const look = prepareLook(functions, panel, {
				access: accessChange(panel.accessMarks, isOfEvent ? memory.access : undefined),
				notes: notesOf(functions, watch),
			});
			const findings = await lookTolerantly(functions, event, look, state, watch);
			if (!findings) return null;
			// Only now, when nothing can go wrong any more: a poll that fails leaves the state alone.
			memory.version = STATE_VERSION;
			memory.event = event.value;
			memory.state = findings.state;
			if (!findings.isAccountOpen) memory.access = panel.accessMarks;
			return findings.items.length > 0 ? toOutput(findings.items) : null;
		});
	} catch (error) {
		throw toPollError(functions.getNode(), error);
	}
}

function chosenEvent(functions: IPollFunctions): TriggerEvent {
	const value: unknown = functions.getNodeParameter('event');
	const event = findEvent(value);
	if (event) return event;
	throw unfitSetting('This event is not supported', `Choose one in “Event”, not “${value}”.`);
}

function prepareLook(
	functions: IPollFunctions,
	panel: Look['panel'],
	about: Pick<Look, 'access' | 'notes'>,
): Look {
	return {
		parameters: new TriggerParameters(functions),
		panel,
		now: Date.now(),
		timezone: functions.getTimezone(),
		...about,
	};
}

function notesOf(functions: IPollFunctions, watch: TriggerWatch): Notes {
	const say = (text: string) => functions.logger.warn(`${functions.getNode().name}: ${text}`);
	return {
		say,
		sayOnce: (topic, text) => {
			if (watch.said.has(topic)) return;
			watch.said.add(topic);
			say(text);
		},
	};
}

/** @returns undefined if the rate limit refused the look and that is no news yet */
async function lookTolerantly(
	functions: IPollFunctions,
	event: TriggerEvent,
	look: Look,
	state: IDataObject | undefined,
	watch: TriggerWatch,
): Promise<Findings | undefined> {
	try {
		const findings = await event.look(look, state);
		watch.refusals = 0;
		return findings;
	} catch (error) {
		const isRefusal = error instanceof PollFailure && error.failure.reason === 'limit';
		watch.refusals = isRefusal ? watch.refusals + 1 : 0;
		if (isRefusal && watch.refusals <= TOLERATED_REFUSALS) return undefined;
		throw toPollError(functions.getNode(), error);
	}
}

/** For the editor's test: what there is now, without a state, so that nothing is used up by it. */
async function showSample(
	functions: IPollFunctions,
	event: TriggerEvent,
): Promise<INodeExecutionData[][]> {
	const look = prepareLook(functions, await openPanel(functions), {
		access: { isOtherCredential: false, isOtherKey: false },
		notes: { say: () => {}, sayOnce: () => {} },
	});
	return toOutput([await event.sample(look)]);
}

function toOutput(items: IDataObject[]): INodeExecutionData[][] {
	return [items.map((json) => ({ json }))];
}
