/** Where the gate takes time and chance from; tests give it a clock of their own. All times in ms. */
export interface Clock {
	/** For everything that lasts: goes on evenly, cannot be set, and begins anywhere. */
	now(): number;
	/** For the calendar alone: since 1970, as the machine's clock shows it. It can be set at any time. */
	wallTime(): number;
	/** Between 0 and 1. */
	random(): number;
	sleep(ms: number): Promise<void>;
}
