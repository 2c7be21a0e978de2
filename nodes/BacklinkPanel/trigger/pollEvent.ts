import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../api/panelClient';
import { isObject } from '../api/dataObject';
import { findEvent } from './index';
import { openPanel } from './panelReader';
import { toPollError } from './pollError';
import { PollFailure, unfitSetting } from './PollFailure';
import { unlessUnderWay } from './pollsUnderWay';
import type { Findings, Look, TriggerEvent } from './TriggerEvent';
import { TriggerParameters } from './TriggerParameters';

/** To be raised when an event's state changes its form: the next poll is a new baseline then. */
const STATE_VERSION = 1;

/** So many 429s in a row are no news: a batch may be using the key up. */
const TOLERATED_REFUSALS = 3;

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
			const look = await prepareLook(functions);
			const fingerprint = fingerprintOf(functions, event, look);
			const data = functions.getWorkflowStaticData('node');
			const known = data.fingerprint === fingerprint ? data.state : undefined;
			const state = isObject(known) ? known : undefined;

			const findings = await lookTolerantly(functions, event, look, state, watch);
			if (!findings) return null;
			// Only now, when nothing can go wrong any more: a poll that fails leaves the state alone.
			data.fingerprint = fingerprint;
			data.state = findings.state;
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

async function prepareLook(functions: IPollFunctions): Promise<Look> {
	return {
		parameters: new TriggerParameters(functions),
		panel: await openPanel(functions),
		now: Date.now(),
		timezone: functions.getTimezone(),
	};
}

/** Another event, other values in its form, another credential or panel: the old state says nothing. */
function fingerprintOf(
	functions: IPollFunctions,
	{ value, fields }: TriggerEvent,
	{ parameters, panel }: Look,
): string {
	const credentialId = functions.getNode().credentials?.[CREDENTIAL_TYPE]?.id;
	return parameters.fingerprint(fields, [STATE_VERSION, value, credentialId, panel.baseUrl]);
}

/** @returns undefined if the rate limit refused the look and that is no news yet */
async function lookTolerantly(
	functions: IPollFunctions,
	event: TriggerEvent,
	look: Look,
	state: IDataObject | undefined,
	watch: { refusals: number },
): Promise<Findings | undefined> {
	try {
		const findings = await event.look(look, state);
		watch.refusals = 0;
		return findings;
	} catch (error) {
		const isRefusal = error instanceof PollFailure && error.failure.reason === 'limitOfPoll';
		watch.refusals = isRefusal ? watch.refusals + 1 : 0;
		const isTolerated = isRefusal && state !== undefined && watch.refusals <= TOLERATED_REFUSALS;
		if (isTolerated) return undefined;
		throw toPollError(functions.getNode(), error);
	}
}

/** For the editor's test: what there is now, without a state, so that nothing is used up by it. */
async function showSample(
	functions: IPollFunctions,
	event: TriggerEvent,
): Promise<INodeExecutionData[][]> {
	return toOutput([await event.sample(await prepareLook(functions))]);
}

function toOutput(items: IDataObject[]): INodeExecutionData[][] {
	return [items.map((json) => ({ json }))];
}
