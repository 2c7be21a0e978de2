import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';

import { type BookedRun, bookedRun } from './bookedRun.mts';
import { type Contestant, httpRequests, panelNode } from './contestants.mts';
import { type EngineProcess, withEngineProcess } from './engine/withEngineProcess.mts';
import { ratio, rounded } from './figures.mts';
import type { Bench, Findings } from './measurement.mts';
import { operations } from './operations.mts';
import { idealSeconds, limitOf, type MeasuredWindow, untilMiddleMs } from './measuredWindows.mts';

/** Creates under the service's limit. */
export interface LimitedScenario {
	caption: string;
	window: MeasuredWindow;
	/** The items of each execution; several executions run at once. */
	executions: IDataObject[][];
}

/**
 * Measures both nodes under the limit. A node goes through all scenarios at once, each with a sandbox
 * of its own, since it only waits most of the time; the nodes go one after another.
 * There is a table for each scenario.
 */
export async function limitedRuns(
	{ installed, isQuick }: Bench,
	scenarios: LimitedScenario[],
): Promise<Findings> {
	const windowMs = isQuick ? 6000 : 60_000;
	const tables = scenarios.map((scenario) => ({
		caption: scenario.caption,
		head,
		rows: new Array<string[]>(),
		words: wordsOn(scenario, windowMs),
	}));
	await withEngineProcess(installed, async (engine) => {
		for (const contestant of [panelNode(), ...httpRequests(windowMs)]) {
			const rows = await Promise.all(
				scenarios.map(async (scenario) => await limitedRow(engine, contestant, scenario, windowMs)),
			);
			for (const [index, row] of rows.entries()) tables[index]?.rows.push(row);
		}
	});
	return { method: methodOf(windowMs), tables };
}

const head = [
	'Node',
	'Items delivered',
	'Orders charged',
	'Charged again',
	'429 answers',
	'Seconds',
	'Ratio to ideal',
];

async function limitedRow(
	engine: EngineProcess,
	contestant: Contestant,
	{ window, executions }: LimitedScenario,
	windowMs: number,
): Promise<string[]> {
	if (window === 'fixedMinute') await pause(untilMiddleMs(windowMs));
	const operation = operations.createBacklink;
	const rateLimit = limitOf(window, windowMs);
	const run = await bookedRun(engine, { contestant, operation, executions, rateLimit });
	const count = executions.flat().length;
	return cellsOf(contestant, run, count, idealSeconds(window, windowMs, count));
}

function cellsOf({ name }: Contestant, run: BookedRun, count: number, ideal: number): string[] {
	const { delivered, charged, chargedAgain, rejected, seconds } = run;
	return [
		name,
		`${delivered} of ${count}`,
		String(charged),
		String(chargedAgain),
		String(rejected),
		rounded(seconds),
		// How long it took to fail compares with nothing.
		delivered === count ? ratio(seconds, ideal) : '–',
	];
}

function wordsOn({ window, executions }: LimitedScenario, windowMs: number): string {
	const count = executions.flat().length;
	const ideal = rounded(idealSeconds(window, windowMs, count));
	return `The ideal is ${ideal} s: ${count} requests sent without delay by somebody who knows the window.`;
}

function methodOf(windowMs: number): string {
	const scaled =
		`The window was scaled to ${windowMs / 1000} s, and HTTP Request's times with it; our node counts ` +
		'in real minutes, so its seconds mean nothing here.';
	return [
		'Each node goes through all tables of this section at once, in one process, with a sandbox for',
		'each of them, because it waits most of the time; the nodes go one after another. An order that',
		'was charged and is not among the items delivered is one that the workflow does not know of;',
		'one that was charged again is for an item that had been paid before.',
		windowMs === 60_000 ? 'The windows are real minutes.' : scaled,
	].join(' ');
}
