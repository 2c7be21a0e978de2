import { setTimeout as pause } from 'node:timers/promises';

import { bookedRun } from '../bookedRun.mts';
import {
	type Contestant,
	httpRequestAtOnce,
	httpRequestBatching,
	panelNode,
} from '../contestants.mts';
import { type EngineProcess, withEngineProcess } from '../engine/withEngineProcess.mts';
import { rounded } from '../figures.mts';
import type { Measurement } from '../measurement.mts';
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

/** How long articles take at panels that bear more or less of them at once, and how many get lost. */
export const parallel: Measurement = {
	title: `${count} articles to panels of every kind`,
	async run({ installed, isQuick }) {
		const asMeasured = (panels: MeasuredPanel[]) => (isQuick ? panels.map(tenTimesFaster) : panels);
		const contestants = [
			panelNode({}, goesOn),
			httpRequestAtOnce,
			httpRequestBatching(isQuick ? 100 : 1_000),
		];
		const quick = asMeasured(quickPanels).map(emptyRow);
		await withEngineProcess(installed, async (engine) => {
			for (const contestant of contestants) {
				await Promise.all(quick.map((row) => addCell(engine, row, contestant)));
			}
		});
		const slow = asMeasured(slowPanels).map(emptyRow);
		await withEngineProcess(installed, async (engine) => {
			const runs = contestants.flatMap((contestant, place) =>
				slow.map((row) => async () => await addCell(engine, row, contestant, place)),
			);
			await Promise.all(runs.map((run, place) => pause(place * betweenStartsMs).then(run)));
		});
		const head = ['Panel', 'Ideal', ...contestants.map(({ name }) => name)];
		return { method, tables: [{ head, rows: [...quick, ...slow].map(cellsOf) }] };
	},
};

const method = [
	`The seconds until ${count} articles were delivered; otherwise how many were, and of how many the workflow does not`,
	'know whether they were placed. The ideal has as many in flight as the panel does best. A gateway before the',
	'last three panels gives up after 30 s.',
].join(' ');

interface PanelRow {
	panel: MeasuredPanel;
	/** By the place of the contestant. */
	cells: string[];
}

function emptyRow(panel: MeasuredPanel): PanelRow {
	return { panel, cells: [] };
}

function cellsOf({ panel, cells }: PanelRow): string[] {
	return [panel.name, rounded(idealSeconds(panel, count)), ...cells];
}

/** @param place of the contestant, where several run at once */
async function addCell(
	engine: EngineProcess,
	{ panel, cells }: PanelRow,
	contestant: Contestant,
	place = cells.length,
): Promise<void> {
	const { delivered, taken, seconds } = await bookedRun(engine, {
		contestant,
		operation,
		executions: [operation.items(count)],
		rateLimit: { window: 'sliding' },
		workload: panel.workload,
	});
	// How long it took to fail compares with nothing.
	cells[place] =
		delivered === count ? rounded(seconds) : `${delivered}/${count}, ${taken - delivered} lost`;
}
