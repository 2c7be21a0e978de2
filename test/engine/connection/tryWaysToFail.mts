import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { startConnectProxy } from './connectProxy.mts';
import type { Network } from './destinations.mts';
import { answer, startTcpServer } from './failingServers.mts';
import { startSilentAddress } from './silentAddress.mts';
import { startTestNetwork } from './testNetwork.mts';
import type { Told, WayToFail } from './wayToFail.mts';

/** An order of one item, and what the node says of it: the error item's `error`, if there is one. */
export type PlaceOrder = (order: {
	credential: ICredentialDataDecryptedObject;
	item: IDataObject;
	/** In s. */
	timeout: number;
}) => Promise<unknown>;

/** What came of one way to fail. */
export interface Outcome {
	told: Told | 'success' | 'something else';
	orders: number;
	message: string;
}

/** For the ways that end with the timeout alone. */
const TIMEOUT_S = 2;
/** All others end by themselves, on a busy machine later. */
const LONG_TIMEOUT_S = 60;
/** By then everything has left that is still to leave. */
const AFTERMATH_MS = 1000;

/** Tries all ways at the same time, each on servers of its own. */
export async function tryWaysToFail(
	ways: WayToFail[],
	placeOrder: PlaceOrder,
): Promise<Map<string, Outcome>> {
	const testNetwork = startTestNetwork();
	const proxy = await startConnectProxy();
	const silent = await startSilentAddress();
	const environment = { ...process.env };
	Object.assign(process.env, {
		HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
		HTTP_PROXY: 'http://127.0.0.1:1',
		NO_PROXY: [
			'127.0.0.1,localhost,panel.test,panel.internal,silent.test,silent.internal',
			'two-refusing.test,silent-and-refusing.test,no-such-host.invalid',
		].join(),
	});
	try {
		// What an engine loads with the first order must not take the time of the others.
		await tryOne(quickestWay, { authority: testNetwork.authority, silentPort: 1 }, placeOrder);
		const network = { authority: testNetwork.authority, silentPort: silent.port };
		const outcomes = await Promise.all(
			ways.map(async (way) => [way.situation, await tryOne(way, network, placeOrder)] as const),
		);
		return new Map(outcomes);
	} finally {
		process.env = environment;
		silent.close();
		await proxy.close();
		testNetwork.restore();
	}
}

const quickestWay: WayToFail = {
	stage: 'handshake',
	situation: 'the first order',
	told: 'not sent',
	orders: 0,
	start: async () => {
		const server = await startTcpServer({ onFirstBytes: answer('no TLS') });
		return { ...server, baseUrl: `https://panel.test:${server.port}` };
	},
};

async function tryOne(way: WayToFail, network: Network, placeOrder: PlaceOrder): Promise<Outcome> {
	const place = await way.start(network);
	try {
		const error = await placeOrder({
			credential: {
				baseUrl: place.baseUrl,
				apiKey: 'demo_live_way_to_fail',
				requestsPerMinute: 100_000,
			},
			item: {
				url: 'https://example.com/',
				anchor: 'a'.repeat(way.isLong ? 8_000_000 : 1),
				months: 1,
			},
			timeout: way.situation.includes('the timeout') ? TIMEOUT_S : LONG_TIMEOUT_S,
		});
		await new Promise((resolve) => setTimeout(resolve, AFTERMATH_MS));
		return { ...inShort(error), orders: place.orders() };
	} finally {
		await place.close();
	}
}

function inShort(error: unknown): Pick<Outcome, 'told' | 'message'> {
	if (error === undefined) return { told: 'success', message: '' };
	const { message, charged } = error as { message: string; charged: string };
	const isNotSent = charged === 'no' && message.startsWith('The service could not be reached: ');
	if (isNotSent) return { told: 'not sent', message };
	const isUnknown = charged === 'unknown' && message === 'The outcome of this order is unknown';
	return { told: isUnknown ? 'unknown' : 'something else', message };
}
