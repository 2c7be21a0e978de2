import { SLICE_MS, systemClock } from '../api/systemClock';

/** The names that are in flight in this process, each with the promise that it is given back. */
const inFlight = new Map<string, Promise<void>>();

/**
 * Enters as soon as nothing else in this process is in flight with one of these names: an order by its
 * idempotency key or by the request of an agent, a session of the order store by its workflow. All names
 * are taken at once, so that no order waits for one name while it holds another.
 *
 * @returns a function that gives the names back, or undefined if the signal came first
 */
export async function enterSingleFlight(
	names: string[],
	signal?: AbortSignal,
): Promise<(() => void) | undefined> {
	for (;;) {
		if (signal?.aborted) return undefined;
		const other = names.map((name) => inFlight.get(name)).find((end) => end !== undefined);
		if (other === undefined) return take(names);
		await (signal ? Promise.race([other, systemClock.sleep(SLICE_MS)]) : other);
	}
}

/** The same where it needs no wait; undefined otherwise. */
export function enterAtOnce(names: string[]): (() => void) | undefined {
	return names.some((name) => inFlight.has(name)) ? undefined : take(names);
}

function take(names: string[]): () => void {
	let resolve = () => {};
	const end = new Promise<void>((done) => {
		resolve = done;
	});
	for (const name of names) inFlight.set(name, end);
	return () => {
		for (const name of names) inFlight.delete(name);
		resolve();
	};
}
