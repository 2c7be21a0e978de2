import type { ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { failure, type PanelFailure } from '../errors/panelFailure';
import type { Outcome } from './outcome';
import { type PanelAccess, readPanelAccess } from './panelAccess';
import { createPanelClient, CREDENTIAL_TYPE, type SendingLimits } from './panelClient';
import type { ReadRequest } from './panelRequest';

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
	const access = readPanelAccess(await functions.getCredentials(CREDENTIAL_TYPE));
	if (access.kind === 'unusable') {
		const { message: detail, description: advice } = access;
		return failure('invalidCredential', { spendsCredits: false, detail, advice });
	}
	const client = createPanelClient(functions, access);
	return {
		kind: 'reader',
		access,
		read: async (request) => {
			const { outcome } = await client.send(request, { ...ONCE_AND_AT_ONCE, poller });
			if (outcome.kind === 'stopped') {
				return failure('notStarted', { spendsCredits: false, detail: '' });
			}
			// Runs are told how to wait longer for the rate limit; here nothing waits.
			const isLimit = outcome.kind === 'failure' && outcome.reason === 'limit';
			return isLimit ? { ...outcome, reason: 'limitOfPoll' } : outcome;
		},
	};
}
