import type { ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { failure, type PanelFailure } from '../errors/panelFailure';
import type { Outcome, ReadRequest } from './panelRequest';
import { type PanelAccess, readCredential } from './parseCredential';
import { createPanelClient, type SendingLimits } from './panelClient';

/**
 * Polls and the editor's menus never wait, neither for the rate limit nor for another try: the next
 * poll, or the user who opens the menu again, is the next try.
 */
const ONCE_AND_AT_ONCE: SendingLimits = {
	timeoutMs: 30_000,
	maxRateLimitWaitMs: 0,
	triesOnce: true,
};

export interface ImmediateReader {
	kind: 'reader';
	access: PanelAccess;
	/** Sends a read once, at once or not at all. */
	read(request: ReadRequest): Promise<Outcome>;
}

/**
 * @param poller names the trigger that comes again and again, so that the rate limit keeps it a place
 * @returns a failure if the credential cannot be used
 */
export async function immediateReader(
	functions: IPollFunctions | ILoadOptionsFunctions,
	poller?: string,
): Promise<ImmediateReader | PanelFailure> {
	const access = await readCredential(functions);
	if (access.kind === 'failure') return access;
	const client = createPanelClient(functions, access);
	return {
		kind: 'reader',
		access,
		read: async (request) => {
			const { outcome } = await client.send(request, { ...ONCE_AND_AT_ONCE, poller });
			if (outcome.kind === 'stopped') {
				return failure('notStarted', { spendsCredits: false, detail: '' });
			}
			return outcome.kind === 'failure' ? { ...outcome, isPoll: true } : outcome;
		},
	};
}
