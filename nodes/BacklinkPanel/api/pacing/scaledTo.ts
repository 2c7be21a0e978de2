const MINUTE_MS = 60_000;

/**
 * Durations for a window of another length. The gate's are given for the service's minute; tests and
 * benchmarks use shorter windows, and everything that belongs to the window shrinks with it.
 *
 * @param windowMs the length of the window, in ms
 * @param durations for a window of a minute, in ms
 */
export function scaledTo<Durations extends Record<string, number>>(
	windowMs: number,
	durations: Durations,
): Record<keyof Durations, number> {
	const scaled = Object.entries(durations).map(([name, ms]) => [name, (ms * windowMs) / MINUTE_MS]);
	return Object.fromEntries(scaled) as Record<keyof Durations, number>;
}
