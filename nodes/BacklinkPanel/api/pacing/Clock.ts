/** Where the gate takes time and chance from; tests give it a clock of their own. All times in ms. */
export interface Clock {
	now(): number;
	/** Between 0 and 1. */
	random(): number;
	sleep(ms: number): Promise<void>;
}
