import { SLICE_MS, systemClock } from '../api/systemClock';

/** Names in use, each with a promise that resolves when the name is released. */
const inFlight = new Map<string, Promise<void>>();

/**
 * Waits until no other task of this process holds any of these names, then takes all of them at once, which
 * prevents deadlocks. A name stands for something that one task uses at a time, e.g. a key or a price.
 *
 * @returns a function that releases the names; undefined if the signal aborted first
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

/** Takes the names without waiting; returns undefined if another task uses one of them. */
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
