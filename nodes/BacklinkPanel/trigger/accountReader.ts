import type { IDataObject, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { balanceOf, balanceRequest, missingBalanceFailure } from '../api/credits';
import { createNonWaitingClient } from '../api/panelClient';
import { hasOrderList, parseOrderList, orderListRequest } from '../api/orderList';
import { ORDER_TYPES, type OrderType } from '../api/orderTypes';
import { CREDENTIAL_TYPE } from '../api/parseCredential';
import type { ReadRequest } from '../api/panelRequest';
import { credentialFingerprint, type CredentialFingerprint } from './credentialChange';
import { PollFailure } from './PollFailure';

/** The orders of each type in the order of the service; a type is missing where its list was. */
export type OrderLists = Partial<Record<OrderType, IDataObject[]>>;

/** Reads the account behind the credential. Every method throws a `PollFailure` if it cannot. */
export interface AccountReader {
	fingerprint: CredentialFingerprint;
	/** The credits that are available. */
	balance(): Promise<number>;
	/** The orders, each with its `orderType`. */
	orders(): Promise<OrderLists>;
}

/**
 * @param poller names the trigger that comes again and again, so that the rate limit keeps it a place
 * @throws PollFailure if the credential cannot be used
 */
export async function openAccountReader(
	functions: IPollFunctions | ILoadOptionsFunctions,
	poller?: string,
): Promise<AccountReader> {
	const client = await createNonWaitingClient(functions, poller);
	if (client.kind === 'failure') throw new PollFailure(client);
	const { access, read } = client;

	async function ask(request: ReadRequest): Promise<IDataObject> {
		const outcome = await read(request);
		if (outcome.kind === 'failure') throw new PollFailure(outcome);
		return outcome.body;
	}

	const credentialId = functions.getNode().credentials?.[CREDENTIAL_TYPE]?.id;
	return {
		fingerprint: credentialFingerprint(credentialId, access.baseUrl, access.apiKey),
		balance: async () => balanceIn(await ask(balanceRequest)),
		orders: async () => ordersIn(await ask(orderListRequest())),
	};
}

function balanceIn(body: IDataObject): number {
	const balance = balanceOf(body);
	if (balance !== undefined) return balance;
	throw new PollFailure(missingBalanceFailure(body));
}

/** A list that is not there says nothing about the orders, while an empty one says that there are none. */
function ordersIn(body: IDataObject): OrderLists {
	const lists: OrderLists = {};
	for (const type of ORDER_TYPES) {
		const orders = parseOrderList(body, [type]);
		if (!Array.isArray(orders)) throw new PollFailure(orders);
		if (hasOrderList(body, type)) lists[type] = orders.map(({ order }) => order);
	}
	return lists;
}
