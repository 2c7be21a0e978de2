import { setTimeout as pause } from 'node:timers/promises';

import { bookedRun } from '../bookedRun.mts';
import { type Contestant, httpRequests, panelNode } from '../contestants.mts';
import { type EngineProcess, withEngineProcess } from '../engine/withEngineProcess.mts';
import { ratio, rounded } from '../figures.mts';
import type { Measurement, Table } from '../measurement.mts';
import { operations } from '../operations.mts';
import {
	idealSeconds,
	type MeasuredPanel,
	quickPanels,
	slowPanels,
	tenTimesFaster,
} from '../panels.mts';

const count = 60;
const operation = operations.publishArticle;
/** So that what a node has to do at its start does not delay the others. */
const betweenStartsMs = 500;
const goesOn = { onError: 'continueRegularOutput' } as const;

/** How many orders are in flight at panels that bear more or less of them, and what comes of it. */
export const parallel: Measurement = {
	title: `${count} articles to panels of every kind`,
	async run({ installed, isQuick }) {
		const asMeasured = (panels: MeasuredPanel[]) => (isQuick ? panels.map(tenTimesFaster) : panels);
		const contestants = [
			panelNode({}, goesOn),
			panelNode({ parallelRequests: 10 }, goesOn),
			panelNode({ parallelRequests: 60 }, goesOn),
			...httpRequests(isQuick ? 6_000 : 60_000),
		];
		const quick = asMeasured(quickPanels).map(emptyTable);
		await withEngineProcess(installed, async (engine) => {
			for (const contestant of contestants) {
				await Promise.all(quick.map((table) => addRow(engine, table, contestant)));
			}
		});
		const slow = asMeasured(slowPanels).map(emptyTable);
		await withEngineProcess(installed, async (engine) => {
			const runs = contestants.flatMap((contestant) =>
				slow.map((table) => async () => await addRow(engine, table, contestant)),
			);
			await Promise.all(runs.map((run, place) => pause(place * betweenStartsMs).then(run)));
		});
		return { method, tables: [...quick, ...slow].map(({ table }) => table) };
	},
};

const method = [
	`${count} articles, as many as the limit of 60 a minute lets through at once, each for a sandbox of its own.`,
	'Our node goes on after failures. At quick panels the nodes go one after another, at slow ones at the same',
	'time, because there they wait most of the time. An order that the panel took and that is',
	'not among the items delivered is lost: the workflow does not know what became of it, or only that nobody knows.',
].join(' ');

const head = [
	'Node',
	'Items delivered',
	'Lost or unknown',
	'Most in flight',
	'Seconds',
	'Ratio to ideal',
];

interface PanelTable {
	panel: MeasuredPanel;
	table: Table;
}

function emptyTable(panel: MeasuredPanel): PanelTable {
	const ideal = rounded(idealSeconds(panel, count));
	const words = `The ideal is ${ideal} s: as many in flight as the panel does best.`;
	return { panel, table: { caption: panel.name, head, rows: [], words } };
}

async function addRow(
	engine: EngineProcess,
	{ panel, table }: PanelTable,
	contestant: Contestant,
): Promise<void> {
	// Its place in the table, whoever ends first.
	const cells = [contestant.name];
	table.rows.push(cells);
	const { delivered, taken, mostInFlight, seconds } = await bookedRun(engine, {
		contestant,
		operation,
		executions: [operation.items(count)],
		rateLimit: { window: 'sliding' },
		workload: panel.workload,
	});
	cells.push(
		`${delivered} of ${count}`,
		String(taken - delivered),
		String(mostInFlight),
		rounded(seconds),
		// How long it took to fail compares with nothing.
		delivered === count ? ratio(seconds, idealSeconds(panel, count)) : '–',
	);
}
