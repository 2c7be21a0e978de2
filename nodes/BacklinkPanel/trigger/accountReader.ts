import type { IDataObject, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { balanceOf, balanceRequest, missingBalanceFailure } from '../api/credits';
import { hasOrderList, orderListRequest, parseOrderList } from '../api/orderList';
import { ORDER_TYPES, type OrderType, type TypedOrder } from '../api/orderTypes';
import { createNonWaitingClient } from '../api/panelClient';
import type { ReadRequest } from '../api/panelRequest';
import { PollFailure } from './TriggerEvent';

/** The orders of each type, as the service lists them; a type is missing where its list was. */
export type OrderLists = Partial<Record<OrderType, TypedOrder[]>>;

/** Reads the account behind the credential. Every method throws a `PollFailure` if it cannot. */
export interface AccountReader {
	baseUrl: string;
	/** The credits that are available. */
	balance(): Promise<number>;
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

	return {
		baseUrl: access.baseUrl,
		balance: async () => balanceIn(await ask(balanceRequest)),
		orders: async () => ordersIn(await ask(orderListRequest())),
	};
}

function balanceIn(body: IDataObject): number {
	const balance = balanceOf(body);
	if (balance !== undefined) return balance;
	throw new PollFailure(missingBalanceFailure(body));
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
