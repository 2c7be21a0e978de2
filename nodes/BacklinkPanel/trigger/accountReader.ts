import type { IDataObject, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { balanceOf, balanceRequest, missingBalanceFailure } from '../api/credits';
import { listedTypes, orderListRequest, parseOrderList } from '../api/orderList';
import { readAtOnce } from '../api/panelClient';
import type { ReadRequest } from '../api/panelRequest';
import { readCredential } from '../api/parseCredential';
import { type AccountReader, PollFailure } from './TriggerEvent';

/** Opens the account of the node's credential. @param poller name of the trigger that polls @throws PollFailure */
export async function openAccountReader(
	functions: IPollFunctions | ILoadOptionsFunctions,
	poller?: string,
): Promise<AccountReader> {
	const access = await readCredential(functions);
	if (access.kind === 'failure') throw new PollFailure(access);
	const ask = async (request: ReadRequest): Promise<IDataObject> => {
		const outcome = await readAtOnce(functions, access, request, poller);
		if (outcome.kind === 'failure') throw new PollFailure(outcome);
		return outcome.body;
	};
	return {
		baseUrl: access.baseUrl,
		balance: async () => {
			const body = await ask(balanceRequest);
			const balance = balanceOf(body);
			if (balance === undefined) throw new PollFailure(missingBalanceFailure(body));
			return balance;
		},
		orders: async (types) => {
			const body = await ask(orderListRequest());
			const orders = parseOrderList(body, types);
			if (!Array.isArray(orders)) throw new PollFailure(orders);
			return { orders, listedTypes: listedTypes(body) };
		},
	};
}
