import { type BookedRun, bookedRun } from '../bookedRun.mts';
import {
	type Contestant,
	httpRequestAtOnce,
	httpRequestFields,
	panelNode,
} from '../contestants.mts';
import { withEngineProcess } from '../engine/withEngineProcess.mts';
import { type Operation, operations } from '../operations.mts';
import { type Bench, type Measurement, median, ratio, rounded, type Table } from '../report.mts';

const count = 200;

/** The goal: at most as long as HTTP Request with its body in fields. */
export const creates: Measurement = {
	title: `${count} creates without a limit`,
	run: async (bench) =>
		await takingTurns(
			bench,
			operations.createBacklink,
			[httpRequestFields, httpRequestAtOnce, panelNode()],
			'The goal is 1.00 ×. n8n evaluates three expressions an item for fields, as for this node, and one for a JSON body.',
		),
};

/** The goal: at most as long as HTTP Request. */
export const reads: Measurement = {
	title: `${count} reads without a limit`,
	run: async (bench) =>
		await takingTurns(
			bench,
			operations.getBalance,
			[httpRequestAtOnce, panelNode()],
			'The goal is 1.00 ×. HTTP Request has all requests in flight at once; this node begins with ten.',
		),
};

/**
 * Lets contestants take turns, so that a change on the machine affects all of them. Ratios compare with
 * the first contestant.
 * @throws if a run ends with an error
 */
async function takingTurns(
	{ installed, isQuick }: Bench,
	operation: Operation,
	contestants: Contestant[],
	goal: string,
): Promise<Table> {
	const rounds = isQuick ? 2 : 15;
	const executions = [operation.items(count)];
	const entries = contestants.map((contestant) => ({ contestant, runs: new Array<BookedRun>() }));
	await withEngineProcess(installed, async (engine) => {
		for (let round = 0; round <= rounds; round += 1) {
			for (const { contestant, runs } of entries) {
				const booked = await bookedRun(engine, { contestant, operation, executions });
				const [error] = booked.errors;
				if (error !== undefined) throw new Error(`${contestant.name} failed: ${error}`);
				// The first round compiles and loads code, so it does not count.
				if (round > 0) runs.push(booked);
			}
		}
	});
	const medians = entries.map(({ contestant: { name }, runs }) => ({
		name,
		seconds: median(runs.map(({ seconds }) => seconds)),
		cpuSeconds: median(runs.map(({ cpuSeconds }) => cpuSeconds)),
	}));
	return {
		head: ['Node', 'Seconds', 'Ratio', 'Processor seconds'],
		rows: medians.map(({ name, seconds, cpuSeconds }) => [
			name,
			rounded(seconds),
			ratio(seconds, medians[0]?.seconds),
			rounded(cpuSeconds),
		]),
		words: `The medians of ${rounds} rounds, in which the nodes take turns in one process. ${goal}`,
	};
}
