import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import dns from 'node:dns';
import { connect, type Socket } from 'node:net';
import tls from 'node:tls';

import { type Authority, newAuthority } from './certificates.mts';
import { type Network, tcp } from './destinations.mts';
import {
	answer,
	type FailingServer,
	hangUp,
	reset,
	startSilentAddress,
	startTcpServer,
} from './failingServers.mts';
import { type Told, waysAt, type WayToFail } from './waysToFail.mts';

/** Behaviour of the proxy when a client wants a connection to a host of this name. */
const behaviours: Record<string, (connection: Socket, tcp: Socket, port: number) => void> = {
	'proxy-hangs-up.test': hangUp,
	'proxy-resets.test': reset,
	'proxy-says-nothing.test': () => {},
	'proxy-wants-login.test': answer('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
	'proxy-forbids.test': answer('HTTP/1.1 403 Forbidden\r\n\r\n<html>forbidden</html>'),
	'proxy-finds-nothing.test': answer('HTTP/1.1 502 Bad Gateway\r\n\r\n<html>no route</html>'),
	'proxy-waits-in-vain.test': answer('HTTP/1.1 504 Gateway Timeout\r\n\r\n'),
	'proxy-wants-consent.test': answer('HTTP/1.1 302 Found\r\nLocation: http://login.test/\r\n\r\n'),
	'proxy-speaks-otherwise.test': answer('What do you want?\r\n\r\n'),
	'proxied.test': tunnel,
};

/** Starts a proxy that answers a CONNECT by the name of the wanted host. */
async function startConnectProxy(): Promise<FailingServer> {
	return await startTcpServer({
		onConnection: (connection) => {
			connection.once('data', (bytes) => {
				const [, host = '', port] = /^CONNECT ([^ :]+):(\d+)/.exec(bytes.toString()) ?? [];
				behaviours[host]?.(connection, connection, Number(port));
			});
		},
	});
}

function tunnel(connection: Socket, _: Socket, port: number): void {
	const service = connect(port, '127.0.0.1', () => {
		connection.write('HTTP/1.1 200 Connection established\r\n\r\n');
		connection.pipe(service).pipe(connection);
	});
	service.on('error', () => connection.destroy());
	connection.on('error', () => service.destroy());
}

/** Addresses of some test hosts; all other test hosts are at 127.0.0.1. */
const addresses: Record<string, string[]> = {
	'silent.test': ['127.0.0.2'],
	'silent.internal': ['127.0.0.2'],
	'silent-and-refusing.test': ['127.0.0.2', '127.0.0.3'],
	'two-refusing.test': ['127.0.0.4', '127.0.0.5'],
};

/** Network in which clients of this process trust `authority` instead of the authorities of Node.js. */
interface TestNetwork {
	authority: Authority;
	restore(): void;
}

/** Makes hosts that end in `.test` or `.internal` resolve to this machine, until `restore`. */
function startTestNetwork(): TestNetwork {
	const authority = newAuthority('Authority of the tests');
	const { lookup } = dns;
	const { createSecureContext } = tls;

	const ownLookup = (host: string, options: dns.LookupOptions, callback: LookupCallback): void => {
		if (!/\.(test|internal)$/.test(host)) return lookup(host, options, callback as never);
		const found = (addresses[host] ?? ['127.0.0.1']).map((address) => ({ address, family: 4 }));
		const [first] = found;
		process.nextTick(() => {
			if (options.all) callback(null, found);
			else callback(null, first?.address ?? '', 4);
		});
	};
	// Safe cast: clients of Node.js use only this signature of `lookup`.
	dns.lookup = ownLookup as typeof lookup;
	tls.createSecureContext = (options = {}) =>
		createSecureContext(options.cert ? options : { ...options, ca: authority.cert });

	return {
		authority,
		restore: () => {
			dns.lookup = lookup;
			tls.createSecureContext = createSecureContext;
		},
	};
}

type LookupCallback = (
	error: Error | null,
	address: string | dns.LookupAddress[],
	family?: number,
) => void;

/** Orders one item. Resolves with `error` of the error item, or with undefined after a success. */
export type PlaceOrder = (order: {
	credential: ICredentialDataDecryptedObject;
	item: IDataObject;
	/** Time in s. */
	timeout: number;
}) => Promise<unknown>;

export interface Outcome {
	told: Told | 'success' | 'something else';
	orders: number;
	message: string;
}

/** Timeout for failures that nothing else would end. */
const TIMEOUT_S = 2;
/** Timeout for failures that end by themselves, long enough for a busy machine. */
const LONG_TIMEOUT_S = 60;
/** Time in ms after the node's answer within which a late request would arrive. */
const AFTERMATH_MS = 1000;

/** Tries all ways at the same time, each with its own servers. */
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
		// Sends one order in advance: an engine loads modules with its first order, which would delay the others.
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

/** Meaning of the node's errors, by `charged` and the beginning of `message`. */
const TOLD: Array<[charged: string, message: string, told: Told]> = [
	['no', 'The service could not be reached: ', 'not sent'],
	['no', 'The service refused the request: ', 'refused'],
	['unknown', 'The outcome of this order is unknown', 'unknown'],
];
