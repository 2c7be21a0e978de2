import type { IDataObject, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { balanceOf, balanceRequest } from '../api/balance';
import { ordersOf, ordersRequest } from '../api/orders';
import { readPanelAccess } from '../api/panelAccess';
import { createPanelClient, CREDENTIAL_TYPE, type SendingLimits } from '../api/panelClient';
import type { PanelRequest } from '../api/panelRequest';
import { failure, type PanelFailure } from '../errors/panelFailure';
import { PollFailure, unexpectedAnswer } from './PollFailure';

/** A poll never waits, neither for the rate limit nor for another try: the next poll is the next try. */
const ONCE_AND_AT_ONCE: SendingLimits = {
	timeoutMs: 30_000,
	maxRateLimitWaitMs: 0,
	triesOnce: true,
};

/** Reads the account behind the credential. Every method throws a `PollFailure` if it cannot. */
export interface PanelReader {
	baseUrl: string;
	/** The credits that are available. */
	balance(): Promise<number>;
	/** Placements, then articles, in the order of the service, each with its `orderType`. */
	orders(): Promise<IDataObject[]>;
}

/** @throws PollFailure if the credential cannot be used */
export async function openPanel(
	functions: IPollFunctions | ILoadOptionsFunctions,
): Promise<PanelReader> {
	const access = readPanelAccess(await functions.getCredentials(CREDENTIAL_TYPE));
	if (access.kind === 'unusable') {
		throw new PollFailure(
			failure('invalidCredential', {
				spendsCredits: false,
				detail: access.message,
				advice: access.description,
			}),
		);
	}
	const client = createPanelClient(functions, access);

	async function ask(request: PanelRequest): Promise<IDataObject> {
		const { outcome } = await client.send(request, ONCE_AND_AT_ONCE);
		if (outcome.kind === 'answer') return outcome.body;
		throw new PollFailure(
			outcome.kind === 'failure'
				? ofPoll(outcome)
				: failure('notStarted', { spendsCredits: false, detail: '' }),
		);
	}

	return {
		baseUrl: access.baseUrl,
		balance: async () => balanceIn(await ask(balanceRequest)),
		orders: async () => ordersIn(await ask(ordersRequest())),
	};
}

/** Runs are told how to wait longer for the rate limit; a poll does not wait. */
function ofPoll(failed: PanelFailure): PanelFailure {
	return failed.reason === 'limit' ? { ...failed, reason: 'limitOfPoll' } : failed;
}

function balanceIn(body: IDataObject): number {
	const balance = balanceOf(body);
	if (balance !== undefined) return balance;
	throw unexpectedAnswer('The answer has no “bakiye” that is a number');
}

function ordersIn(body: IDataObject): IDataObject[] {
	const orders = ordersOf(body);
	if (Array.isArray(orders)) return orders;
	throw new PollFailure(orders);
}
