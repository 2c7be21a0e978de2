import type { IDataObject, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { balanceOf, balanceRequest } from '../api/balance';
import { hasListOf, ORDER_TYPES, ordersOf, ordersRequest, type OrderType } from '../api/orders';
import { CREDENTIAL_TYPE, panelAccessOf } from '../api/panelAccess';
import { createPanelClient, type SendingLimits } from '../api/panelClient';
import type { PanelRequest } from '../api/panelRequest';
import { failure } from '../errors/panelFailure';
import { type AccessMarks, accessMarks } from './panelAccount';
import { PollFailure, unexpectedAnswer } from './PollFailure';

/** A poll never waits, neither for the rate limit nor for another try: the next poll is the next try. */
const ONCE_AND_AT_ONCE: SendingLimits = {
	timeoutMs: 30_000,
	maxRateLimitWaitMs: 0,
	triesOnce: true,
};

/** The orders of each type in the order of the service; a type is missing where its list was. */
export type OrderLists = Partial<Record<OrderType, IDataObject[]>>;

/** Reads the account behind the credential. Every method throws a `PollFailure` if it cannot. */
export interface PanelReader {
	accessMarks: AccessMarks;
	/** The credits that are available. */
	balance(): Promise<number>;
	/** The orders, each with its `orderType`. */
	orders(): Promise<OrderLists>;
}

/**
 * @param poller names the trigger that comes again and again, so that the rate limit keeps it a place
 * @throws PollFailure if the credential cannot be used
 */
export async function openPanel(
	functions: IPollFunctions | ILoadOptionsFunctions,
	poller?: string,
): Promise<PanelReader> {
	const access = await panelAccessOf(functions);
	if (access.kind === 'failure') throw new PollFailure(access);
	const client = createPanelClient(functions, access);

	async function ask(request: PanelRequest): Promise<IDataObject> {
		const { outcome } = await client.send(request, { ...ONCE_AND_AT_ONCE, poller });
		if (outcome.kind === 'answer') return outcome.body;
		throw new PollFailure(
			outcome.kind === 'failure'
				? { ...outcome, isPoll: true }
				: failure('notStarted', { spendsCredits: false, detail: '' }),
		);
	}

	const credentialId = functions.getNode().credentials?.[CREDENTIAL_TYPE]?.id;
	return {
		accessMarks: accessMarks(credentialId, access.baseUrl, access.apiKey),
		balance: async () => balanceIn(await ask(balanceRequest)),
		orders: async () => ordersIn(await ask(ordersRequest())),
	};
}

function balanceIn(body: IDataObject): number {
	const balance = balanceOf(body);
	if (balance !== undefined) return balance;
	throw unexpectedAnswer('The answer has no “bakiye” that is a number');
}

/** A list that is not there says nothing about the orders, while an empty one says that there are none. */
function ordersIn(body: IDataObject): OrderLists {
	const lists: OrderLists = {};
	for (const type of ORDER_TYPES) {
		const orders = ordersOf(body, [type]);
		if (!Array.isArray(orders)) throw new PollFailure(orders);
		if (hasListOf(body, type)) lists[type] = orders;
	}
	return lists;
}
