import type { WindowKind } from '../../../sandbox/rateWindows.mts';
import { markdownTable } from '../../../tooling/markdownTable.mts';
import { chanceFrom } from '../chance.mts';
import { goals } from '../goals.mts';
import { namedPanels } from './namedPanels.mts';
import { type BatchPlan, runBatch } from './runBatch.mts';
import type { PanelKind } from './VirtualPanel.mts';

const overloadKinds = ['steady', 'slows down', 'thrashes'] as const;
type OverloadKind = (typeof overloadKinds)[number];

/** Lost answers at many services of a kind. */
interface Losses {
	orders: number;
	ten: number;
	adaptive: number;
	/** Lost answers of `adaptive` whose orders left with more than ten in flight. */
	beyondTen: number;
}

const ORDERS_OF_A_BATCH = [40, 120, 200];

/** Sends the same batches to the same random services, with ten in flight and with the number that the node finds. */
async function lossesAt(kind: OverloadKind, panels: number): Promise<Losses> {
	const chance = chanceFrom(20_261_128 + overloadKinds.indexOf(kind));
	const losses: Losses = { orders: 0, ten: 0, adaptive: 0, beyondTen: 0 };
	for (let seed = 1; seed <= panels; seed += 1) {
		const panel = randomPanel(kind, chance);
		const orders = ORDERS_OF_A_BATCH[seed % ORDERS_OF_A_BATCH.length] ?? 0;
		const plan = { orders, panel, window: 'sliding', seed } as const;
		const adaptive = await runBatch({ ...plan, inFlight: 'adaptive' });
		losses.orders += orders;
		losses.ten += (await runBatch({ ...plan, inFlight: 10 })).lost;
		losses.adaptive += adaptive.lost;
		losses.beyondTen += adaptive.lostBeyondTen;
	}
	return losses;
}

/**
 * Draws a service: 1 to 64 workers, 0.2 to 60 s for an order, in six of ten cases with a gateway. A service
 * that thrashes has no line: it handles all orders at once, and so each order takes longer.
 */
function randomPanel(kind: OverloadKind, chance: () => number): PanelKind {
	const between = (least: number, most: number) => least * (most / least) ** chance();
	const panel: PanelKind = {
		workers: Math.round(between(1, 64)),
		orderMs: between(200, 60_000),
		gatewayMs: chance() < 0.6 ? between(30_000, 100_000) : undefined,
	};
	if (kind === 'slows down') {
		panel.slowsDown = { afterMs: 300_000 * chance(), factor: between(1.5, 20) };
	}
	if (kind === 'thrashes') {
		panel.workers = 1_000;
		panel.thrashesBeyond = Math.round(between(4, 64));
	}
	return panel;
}

/** Speed of batches at a service that handles all orders at once, each in `latencyMs`. */
interface SpeedCell {
	latencyMs: number;
	orders: number;
	window: WindowKind;
	/** Makespan relative to 60 in flight: of ten in flight, and of the number that the node finds. */
	ten: number;
	adaptive: number;
}

interface SpeedPlan {
	latencies: number[];
	orders: number[];
	windows: WindowKind[];
	windowsEnd?: BatchPlan['windowsEnd'];
	/** Number of runs of each batch, each with another seed. */
	runs: number;
}

const ANY_NUMBER = 100_000;

/** Measures the speed of batches that only the latency and the rate limit slow down. */
async function speedOf(plan: SpeedPlan): Promise<SpeedCell[]> {
	const { latencies, orders, windows, windowsEnd, runs } = plan;
	const cells: SpeedCell[] = [];
	for (const latencyMs of latencies) {
		for (const count of orders) {
			for (const window of windows) {
				const panel = { workers: ANY_NUMBER, orderMs: latencyMs };
				const batch = { orders: count, panel, window, windowsEnd };
				const sixty = await makespan({ ...batch, inFlight: 60 }, runs);
				const ten = (await makespan({ ...batch, inFlight: 10 }, runs)) / sixty;
				const adaptive = (await makespan({ ...batch, inFlight: 'adaptive' }, runs)) / sixty;
				cells.push({ latencyMs, orders: count, window, ten, adaptive });
			}
		}
	}
	return cells;
}

/** Sums the makespans of all runs, in ms. */
async function makespan(batch: Omit<BatchPlan, 'seed'>, runs: number): Promise<number> {
	let total = 0;
	for (let seed = 1; seed <= runs; seed += 1) {
		total += (await runBatch({ ...batch, seed })).makespanMs;
	}
	return total;
}

function mean(numbers: number[]): number {
	return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

interface Findings {
	tables: string[];
	misses: string[];
}

/** Compares the number in flight that the node finds: nearly as fast as 60, and fewer lost answers than ten. */
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
