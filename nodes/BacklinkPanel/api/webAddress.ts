/**
 * Names that only a local network resolves: RFC 6761 (localhost, test), RFC 6762 (local), RFC 8375 (home.arpa),
 * ICANN's reserved internal and the names that it gives to nobody (home, corp), and what routers (lan,
 * localdomain), companies (intranet) and Kubernetes (svc) use.
 */
const OWN_NAMES =
	/(^|\.)(localhost|local|localdomain|lan|internal|intranet|test|home|corp|home\.arpa|svc|svc\.cluster\.local)$/;

/** This machine, private, link-local and shared addresses: RFC 1122, 1918, 3927, 6598. */
const OWN_IPV4 =
	/^(127|10)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;

/** This machine, unique local and link-local addresses: RFC 4291, 4193. */
const OWN_IPV6 = /^\[(::1\]|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/;

/** An IPv4 address within IPv6, in the form that `URL` writes: `[::ffff:a00:1]`. */
const IPV4_IN_IPV6 = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/;

/**
 * Whether a host can only be one of the user's own network, so that plain http may reach it: this machine,
 * addresses that no router of the internet passes on, and names that only a local network resolves.
 *
 * @param hostname as `URL` gives it: in lower case, every way to write an IPv4 address made one
 */
export function isPrivateNetwork(hostname: string): boolean {
	const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
	if (/^[\d.]+$/.test(name)) return OWN_IPV4.test(name);
	if (name.startsWith('[')) return OWN_IPV6.test(name) || OWN_IPV4.test(ipv4Within(name));
	const isSingleLabel = name !== '' && !name.includes('.');
	return isSingleLabel || OWN_NAMES.test(name);
}

function ipv4Within(ipv6: string): string {
	const [, high = '', low = ''] = IPV4_IN_IPV6.exec(ipv6) ?? [];
	const bytes = [high, low].flatMap((word) => {
		const number = Number.parseInt(word, 16);
		return [number >> 8, number & 255];
	});
	return bytes.join('.');
}

/**
 * An address taken apart; undefined where it is none. Not by `URL.canParse`: on Node 20 that begins to
 * refuse addresses with letters such as “ö” once it was called some thousand times.
 */
export function parseUrl(address: string): URL | undefined {
	try {
		return new URL(address);
	} catch {
		return undefined;
	}
}
