/** White space and invisible characters, without those that change the character before them. */
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

/** Names that only a local network resolves: RFC 6761, 6762, 8375, ICANN’s `internal`, the routers' `lan`. */
const OWN_NAMES = /(^|\.)(localhost|local|lan|internal|home\.arpa)$/;

/** This machine, private, link-local and shared addresses: RFC 1122, 1918, 3927, 6598. */
const OWN_IPV4 =
	/^(127|10)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;

/** This machine, unique local and link-local addresses: RFC 4291, 4193. */
const OWN_IPV6 = /^\[(::1\]|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/;

/**
 * True if a host can only be in the user's own network, so that plain http may reach it.
 *
 * @param hostname as `URL` gives it: in lower case, every way to write an IPv4 address made one
 */
export function isPrivateNetwork(hostname: string): boolean {
	if (/^[\d.]+$/.test(hostname)) return OWN_IPV4.test(hostname);
	if (hostname.startsWith('[')) return OWN_IPV6.test(hostname);
	return !hostname.includes('.') || OWN_NAMES.test(hostname);
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
