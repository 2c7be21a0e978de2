export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Lets the tests of a file move the clocks of the process. The clocks also go on by themselves. */
export function useClock() {
	const wallTime = Date.now.bind(Date);
	const uptime = performance.now.bind(performance);
	let passedMs = 0;
	let isAheadByMs = 0;

	beforeEach(() => {
		isAheadByMs = 0;
		jest.spyOn(Date, 'now').mockImplementation(() => wallTime() + passedMs + isAheadByMs);
		jest.spyOn(performance, 'now').mockImplementation(() => uptime() + passedMs);
	});
	afterEach(() => jest.restoreAllMocks());

	return {
		pass(ms: number): void {
			passedMs += ms;
		},
		/** Sets the wall clock ahead of the right time. The monotonic clock of a machine cannot be set. */
		setAhead(ms: number): void {
			isAheadByMs = ms;
		},
	};
}
