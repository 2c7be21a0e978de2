import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';

import { bookedRun } from './bookedRun.mts';
import { type Contestant, httpRequests, panelNode } from './contestants.mts';
import { type EngineProcess, withEngineProcess } from './engine/withEngineProcess.mts';
import { rounded } from './figures.mts';
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
 */
export async function limitedRuns(
	{ installed, isQuick }: Bench,
	scenarios: LimitedScenario[],
): Promise<Findings> {
	const windowMs = isQuick ? 6000 : 60_000;
	const rows = [['ideal', ...scenarios.map((scenario) => rounded(ideal(scenario, windowMs)))]];
	await withEngineProcess(installed, async (engine) => {
		for (const contestant of [panelNode(), ...httpRequests(windowMs)]) {
			const cells = await Promise.all(
				scenarios.map(
					async (scenario) => await limitedCell(engine, contestant, scenario, windowMs),
				),
			);
			rows.push([contestant.name, ...cells]);
		}
	});
	const head = ['Node', ...scenarios.map(({ caption }) => caption)];
	return { method: methodOf(windowMs), tables: [{ head, rows }] };
}

function ideal({ window, executions }: LimitedScenario, windowMs: number): number {
	return idealSeconds(window, windowMs, executions.flat().length);
}

async function limitedCell(
	engine: EngineProcess,
	contestant: Contestant,
	{ window, executions }: LimitedScenario,
	windowMs: number,
): Promise<string> {
	if (window === 'fixedMinute') await pause(untilMiddleMs(windowMs));
	const operation = operations.createBacklink;
	const rateLimit = limitOf(window, windowMs);
	const run = await bookedRun(engine, { contestant, operation, executions, rateLimit });
	const { delivered, charged, chargedAgain, seconds } = run;
	const count = executions.flat().length;
	const again = chargedAgain > 0 ? `, ${chargedAgain} charged again` : '';
	// How long it took to fail compares with nothing.
	if (delivered === count) return `${rounded(seconds)}${again}`;
	return `${delivered}/${count}, ${charged} charged${again}`;
}

function methodOf(windowMs: number): string {
	const scaled = `The window was scaled to ${windowMs / 1000} s, and HTTP Request's times with it: our node's seconds mean nothing here.`;
	return [
		'The seconds until all items were delivered; otherwise how many were, and how many orders were charged.',
		'The ideal is somebody who knows the window and sends without delay. A fixed window is half over at the',
		'start.',
		...(windowMs === 60_000 ? [] : [scaled]),
	].join(' ');
}
