import dns from 'node:dns';
import tls from 'node:tls';

import { newAuthority, type Authority } from './certificates.mts';

/** Hosts with several addresses or another one than 127.0.0.1; the names of all others lead there. */
const addresses: Record<string, string[]> = {
	'silent.test': ['127.0.0.2'],
	'silent.internal': ['127.0.0.2'],
	'silent-and-refusing.test': ['127.0.0.2', '127.0.0.3'],
	'two-refusing.test': ['127.0.0.4', '127.0.0.5'],
};

/** The authority that clients of this process trust, in place of those that Node brings along. */
export interface TestNetwork {
	authority: Authority;
	restore(): void;
}

/** Hosts that end in `.test` or `.internal` are on this machine. */
export function startTestNetwork(): TestNetwork {
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
	// Node's own signatures have more forms than its clients use.
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
