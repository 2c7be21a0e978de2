import { createHash } from 'node:crypto';
import type { IDataObject, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { balanceOf, balanceRequest, missingBalanceFailure } from '../api/credits';
import { createNonWaitingClient } from '../api/panelClient';
import { hasOrderList, parseOrderList, orderListRequest } from '../api/orderList';
import { ORDER_TYPES, type OrderType } from '../api/orderTypes';
import { CREDENTIAL_TYPE } from '../api/parseCredential';
import type { ReadRequest } from '../api/panelRequest';
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

/** Tells, from one poll to the next, whether the node still reads the same account. */
export type CredentialFingerprint = {
	/** Changes with the credential that the node names, and with the panel's address. */
	credential: string;
	/** Changes with the API key. */
	key: string;
};

/** What has changed since the last poll. */
export interface CredentialChange {
	isOtherCredential: boolean;
	isOtherKey: boolean;
}

/** So short that it shows a change but nobody can find out from it which key it was. */
const FINGERPRINT_LENGTH = 6;

/** To be kept in n8n's database; nobody can read the key from it. */
function credentialFingerprint(
	credentialId: string | null | undefined,
	baseUrl: string,
	apiKey: string,
): CredentialFingerprint {
	return {
		credential: shortHash([credentialId ?? null, baseUrl]),
		key: shortHash([baseUrl, apiKey]),
	};
}

function shortHash(parts: unknown[]): string {
	return createHash('sha256')
		.update(JSON.stringify(parts))
		.digest('base64url')
		.slice(0, FINGERPRINT_LENGTH);
}

/** @param last undefined on the first poll */
export function credentialChange(
	fingerprint: CredentialFingerprint,
	last: CredentialFingerprint | undefined,
): CredentialChange {
	return {
		isOtherCredential: last !== undefined && last.credential !== fingerprint.credential,
		isOtherKey: last !== undefined && last.key !== fingerprint.key,
	};
}
