import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { startConnectProxy } from './connectProxy.mts';
import { tcp, type Network } from './destinations.mts';
import { answer, startSilentAddress } from './failingServers.mts';
import { startTestNetwork } from './testNetwork.mts';
import { waysAt, type Told, type WayToFail } from './wayToFail.mts';

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

const quickestWay = waysAt(
	'handshake',
	'unknown',
	0,
)('the first order', tcp({ onFirstBytes: answer('no TLS') }));

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
	const told = TOLD.find(([wanted, start]) => charged === wanted && message.startsWith(start));
	return { told: told?.[2] ?? 'something else', message };
}

/** What the node says, by its words for what was charged and the beginning of its message. */
const TOLD: Array<[charged: string, message: string, told: Told]> = [
	['no', 'The service could not be reached: ', 'not sent'],
	['no', 'The service refused the request: ', 'refused'],
	['unknown', 'The outcome of this order is unknown', 'unknown'],
];
