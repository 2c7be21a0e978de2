/** Enough of a key to tell keys apart, never enough to use one: `demo_live_…b64e`. */
export function maskedKey(key: string): string {
	const prefix = /^\w{1,20}?_live_/.exec(key)?.[0] ?? '';
	const secret = key.slice(prefix.length);
	return `${prefix}…${secret.length >= 12 ? secret.slice(-4) : ''}`;
}
