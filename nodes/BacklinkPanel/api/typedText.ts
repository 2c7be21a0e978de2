/** Matches white space and invisible characters. Spares accents and emoji tags: parts of a character. */
const INVISIBLE = String.raw`[[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]--[\p{M}\u{e0020}-\u{e007f}]]`;
const INVISIBLE_ENDS = new RegExp(`^${INVISIBLE}+|(?<!${INVISIBLE})${INVISIBLE}+$`, 'gv');

/** Takes white space and invisible characters off both ends. */
export function trimInvisible(text: string): string {
	return text.replace(INVISIBLE_ENDS, '');
}

/** Reads a number, also from a text of digits; undefined for anything else. */
export function parseDecimal(value: unknown): number | undefined {
	const text = typeof value === 'string' ? trimInvisible(value) : undefined;
	if (text !== undefined) return /^\d+$/.test(text) ? Number(text) : undefined;
	return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Matches names that only a local network resolves: RFC 6761, 6762, 8375, ICANN’s `internal`, routers' `lan`. */
const OWN_NAMES = /(^|\.)(localhost|local|lan|internal|home\.arpa)$/;

/** Matches addresses of this machine, and private, link-local or shared ones: RFC 1122, 1918, 3927, 6598. */
const OWN_IPV4 =
	/^(127|10)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;

/** Matches IPv6 addresses of this machine, and unique local or link-local addresses: RFC 4291, 4193. */
const OWN_IPV6 = /^\[(::1\]|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/;

/**
 * True if a host seems to be in the user's own network, so that plain http is allowed.
 *
 * @param hostname as `URL` gives it: in lower case, with an IPv4 address as four decimal numbers
 */
export function isPrivateNetwork(hostname: string): boolean {
	if (/^[\d.]+$/.test(hostname)) return OWN_IPV4.test(hostname);
	if (hostname.startsWith('[')) return OWN_IPV6.test(hostname);
	return !hostname.includes('.') || OWN_NAMES.test(hostname);
}

/** Parses a URL; undefined for other text. On Node.js 20, `URL.canParse` fails after some thousand calls. */
export function parseUrl(address: string): URL | undefined {
	try {
		return new URL(address);
	} catch {
		return undefined;
	}
}
