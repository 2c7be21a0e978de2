import { markdownTable } from '../../../tooling/markdownTable.mts';
import { goals } from '../goals.mts';
import { namedPanels } from './namedPanels.mts';
import { lossesAt, overloadKinds } from './overload.mts';
import { runBatch } from './runBatch.mts';
import { mean, type SpeedCell, speedOf } from './speed.mts';

/** What was found out, and what of it misses a goal, in words. */
interface Findings {
	tables: string[];
	misses: string[];
}

/** How many in flight the node finds best: as fast as 60, and with fewer lost answers than ten. */
export async function concurrencyReport(isQuick: boolean): Promise<Findings> {
	const parts = [await speed(isQuick), await atNamedPanels(), await atRandomPanels(isQuick)];
	return {
		tables: parts.flatMap(({ tables }) => tables),
		misses: parts.flatMap(({ misses }) => misses),
	};
}

const size = {
	latencies: [100, 1_000, 3_000, 10_000, 20_000],
	orders: [120, 300, 1_000],
	windows: ['sliding' as const, 'fixedMinute' as const],
};

async function speed(isQuick: boolean): Promise<Findings> {
	const cells = await speedOf({ ...size, runs: isQuick ? 1 : 3 });
	const anyTime = await speedOf({ ...size, windowsEnd: 'atAnyTime', runs: isQuick ? 1 : 4 });
	const adaptive = mean(cells.map((cell) => cell.adaptive));
	const slower = cells.filter((cell) => cell.adaptive / cell.ten > goals.adaptiveToTen);
	const head = ['Orders', ...size.orders.map(String), 'mean', 'worst'];
	const rows = [
		['ten', ...inWords(cells, ({ ten }) => ten)],
		['adaptive', ...inWords(cells, (cell) => cell.adaptive)],
		['ten, windows end at any time', ...inWords(anyTime, ({ ten }) => ten)],
		['adaptive, windows end at any time', ...inWords(anyTime, (cell) => cell.adaptive)],
	];
	return {
		tables: [
			`## How many in flight: time, relative to 60\n\nOrders of ${size.latencies.join(', ')} ms, sliding and fixed windows.`,
			markdownTable(head, rows),
		],
		misses: [
			...(adaptive > goals.adaptiveToSixty
				? [`Adaptive: ${adaptive.toFixed(2)} × 60 in flight`]
				: []),
			...slower.map(
				({ latencyMs, orders, window }) =>
					`Adaptive is slower than ten: ${orders} orders of ${latencyMs} ms, ${window}`,
			),
		],
	};
}

function inWords(cells: SpeedCell[], ratio: (cell: SpeedCell) => number): string[] {
	const means = size.orders.map((count) =>
		mean(cells.filter(({ orders }) => orders === count).map(ratio)),
	);
	const all = cells.map(ratio);
	return [...means, mean(all), Math.max(...all)].map((value) => value.toFixed(2));
}

async function atNamedPanels(): Promise<Findings> {
	const choices = [10, 20, 60, 'adaptive'] as const;
	const rows: string[][] = [];
	const misses: string[] = [];
	for (const { name, panel, mostInFlight } of namedPanels) {
		const row = [name];
		for (const inFlight of choices) {
			const plan = { inFlight, orders: 300, panel, window: 'sliding', seed: 1 } as const;
			const report = await runBatch(plan);
			row.push(
				[
					report.lost,
					report.mostInFlight,
					report.longestLine,
					`${Math.round(report.makespanMs / 1000)} s`,
				].join(' · '),
			);
			if (inFlight !== 'adaptive') continue;
			if (report.lost > 0) misses.push(`${name}: ${report.lost} lost`);
			if (report.mostInFlight > mostInFlight) {
				misses.push(`${name}: ${report.mostInFlight} in flight`);
			}
		}
		rows.push(row);
	}
	return {
		tables: [
			'## 300 orders to panels that are easily overloaded: lost · most in flight · longest line · time',
			markdownTable(['', ...choices.map(String)], rows),
		],
		misses,
	};
}

async function atRandomPanels(isQuick: boolean): Promise<Findings> {
	const panels = isQuick ? 100 : 700;
	const rows: string[][] = [];
	const misses: string[] = [];
	for (const kind of overloadKinds) {
		const { orders, ten, adaptive, beyondTen } = await lossesAt(kind, panels);
		const share = adaptive / ten;
		rows.push([kind, orders, ten, adaptive, share.toFixed(2), beyondTen].map(String));
		if (share > goals.shareOfLossesOfTen[kind]) {
			misses.push(`Panels of the kind “${kind}”: ${share.toFixed(2)} of the losses of ten`);
		}
	}
	return {
		tables: [
			`## Lost answers at ${panels} random panels of each kind`,
			markdownTable(
				['', 'orders', 'ten', 'adaptive', 'share', 'with more than ten in flight'],
				rows,
			),
		],
		misses,
	};
}
