/** So many orders are remembered; more only if the service lists more at once. */
const MOST_REMEMBERED = 10_000;

/**
 * What is remembered of orders after another poll: what is listed now, then what has been
 * absent, the longest absent last. Those are forgotten first. What is listed is never forgotten,
 * because it would be taken for new at the next poll.
 *
 * @param formerKeys of what is listed under another key now
 */
export function rememberOrders<Memory>(
	known: Map<string, Memory>,
	listed: Map<string, Memory>,
	formerKeys: Set<string> = new Set(),
): Map<string, Memory> {
	const absent = [...known].filter(([key]) => !listed.has(key) && !formerKeys.has(key));
	return new Map([...listed, ...absent.slice(0, Math.max(0, MOST_REMEMBERED - listed.size))]);
}
