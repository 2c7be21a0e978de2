import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';

import { type BookedRun, bookedRun } from '../bookedRun.mts';
import { type Contestant, httpRequestsUnderLimit, panelNode } from '../contestants.mts';
import { type EngineProcess, withEngineProcess } from '../engine/withEngineProcess.mts';
import { operations } from '../operations.mts';
import { type Measurement, rounded } from '../report.mts';

const REQUESTS_PER_WINDOW = 60;

/** Orders under a limit of one kind of window. */
interface Scenario {
	name: string;
	window: 'sliding' | 'fixedMinute';
	/** Items of each execution; several executions run at once. */
	executions: IDataObject[][];
}

/** More items than the limit allows in a minute. */
export const rateLimit: Measurement = {
	title: 'More creates than the limit of 60 requests a minute',
	async run({ installed, isQuick }) {
		const windowMs = isQuick ? 6_000 : 60_000;
		const scenarios = (isQuick ? [90] : [90, 150]).flatMap(inBothWindows);
		scenarios.push(twoExecutions);
		const contestants = [panelNode(), ...httpRequestsUnderLimit(windowMs)];
		const columns: string[][] = [];
		await withEngineProcess(installed, async (engine) => {
			for (const contestant of contestants) {
				const cells = scenarios.map(
					async (scenario) => await cellOf(engine, contestant, scenario, windowMs),
				);
				columns.push(await Promise.all(cells));
			}
		});
		return {
			head: ['Creates', 'Ideal', ...contestants.map(({ name }) => name)],
			rows: scenarios.map((scenario, index) => [
				scenario.name,
				`${rounded(idealSeconds(scenario, windowMs))} s`,
				...columns.map((column) => column[index] ?? ''),
			]),
			words,
		};
	},
};

const words =
	'Items delivered, and in how many seconds; “charged” counts orders that the workflow does not know of. The ideal ' +
	'waits for the limit alone. A fixed minute is half over at the start. Each node goes through all rows at ' +
	'once, with a sandbox for each.';

function inBothWindows(count: number): Scenario[] {
	const executions = [operations.createBacklink.items(count)];
	return [
		{ name: `${count}, sliding minute`, window: 'sliding', executions },
		{ name: `${count}, fixed minute`, window: 'fixedMinute', executions },
	];
}

const items = operations.createBacklink.items(120);
const twoExecutions: Scenario = {
	name: '2 × 60, two executions with one key, sliding minute',
	window: 'sliding',
	executions: [items.slice(0, 60), items.slice(60)],
};

async function cellOf(
	engine: EngineProcess,
	contestant: Contestant,
	{ window, executions }: Scenario,
	windowMs: number,
): Promise<string> {
	// A fixed window begins at multiples of its length on the clock.
	if (window === 'fixedMinute') await pause((windowMs * 1.5 - (Date.now() % windowMs)) % windowMs);
	const operation = operations.createBacklink;
	const rateLimit = { window, limit: REQUESTS_PER_WINDOW, windowMs };
	const run = await bookedRun(engine, { contestant, operation, executions, rateLimit });
	return outcomeOf(run, executions.flat().length);
}

function outcomeOf({ delivered, charged, seconds }: BookedRun, count: number): string {
	const lost = charged > delivered ? `, ${charged - delivered} charged` : '';
	const time = delivered === count ? ` in ${rounded(seconds)} s` : '';
	return `${delivered}${lost}${time}`;
}

/** Wait in seconds that the limit forces even on a client that knows it. */
function idealSeconds({ window, executions }: Scenario, windowMs: number): number {
	const requests = executions.flat().length;
	const windowsWaitedFor = Math.ceil(requests / REQUESTS_PER_WINDOW) - 1;
	const firstWaitMs = window === 'sliding' ? windowMs : windowMs / 2;
	return (firstWaitMs + (windowsWaitedFor - 1) * windowMs) / 1000;
}
