/**
 * An address taken apart; undefined where it is none. Not by `URL.canParse`: on Node 20 that begins to
 * refuse addresses with letters such as “ö” once it was called some thousand times.
 */
export function parsedUrl(address: string): URL | undefined {
	try {
		return new URL(address);
	} catch {
		return undefined;
	}
}
