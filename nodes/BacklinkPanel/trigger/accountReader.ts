import type { IDataObject, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { balanceOf, balanceRequest, missingBalanceFailure } from '../api/credits';
import { hasOrderList, orderListRequest, parseOrderList } from '../api/orderList';
import { ORDER_TYPES } from '../api/orderTypes';
import { createNonWaitingClient } from '../api/panelClient';
import type { ReadRequest } from '../api/panelRequest';
import { type AccountReader, type OrderLists, PollFailure } from './TriggerEvent';

/**
 * Opens the account of the node's credential.
 *
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

	return {
		baseUrl: access.baseUrl,
		balance: async () => {
			const body = await ask(balanceRequest);
			const balance = balanceOf(body);
			if (balance === undefined) throw new PollFailure(missingBalanceFailure(body));
			return balance;
		},
		orders: async () => ordersIn(await ask(orderListRequest())),
	};
}

/** Reads each list by itself: a missing one says nothing, an empty one says that there are no orders. */
function ordersIn(body: IDataObject): OrderLists {
	const lists: OrderLists = {};
	for (const type of ORDER_TYPES) {
		const orders = parseOrderList(body, [type]);
		if (!Array.isArray(orders)) throw new PollFailure(orders);
		if (hasOrderList(body, type)) lists[type] = orders;
	}
	return lists;
}
