import type { BookedRun } from './bookedRun.mts';
import type { Contestant } from './contestants.mts';
import { median } from './figures.mts';

/** What a contestant needed for a run, in the median. */
export interface Medians {
	name: string;
	seconds: number;
	cpuSeconds: number;
}

/**
 * Lets contestants take turns, so that whatever changes on the machine meanwhile meets them all.
 * @throws when a run ends with an error
 */
export async function takingTurns(
	contestants: Contestant[],
	rounds: number,
	run: (contestant: Contestant) => Promise<BookedRun>,
): Promise<Medians[]> {
	const entries = contestants.map((contestant) => ({ contestant, runs: new Array<BookedRun>() }));
	for (let round = 0; round < rounds; round += 1) {
		for (const { contestant, runs } of entries) {
			const booked = await run(contestant);
			const [error] = booked.errors;
			if (error !== undefined) throw new Error(`${contestant.name} failed: ${error}`);
			runs.push(booked);
		}
	}
	return entries.map(({ contestant: { name }, runs }) => ({
		name,
		seconds: median(runs.map(({ seconds }) => seconds)),
		cpuSeconds: median(runs.map(({ cpuSeconds }) => cpuSeconds)),
	}));
}
