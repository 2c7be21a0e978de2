import type { SettingsChange } from '../sandbox/sandbox.mts';

/** A panel that behaves like a real one. */
export interface MeasuredPanel {
	name: string;
	workload: NonNullable<SettingsChange['workload']>;
	/** How many orders it does best at a time; undefined = as many as come. */
	bestAtOnce?: number;
}

/** As long as the shorter ones of the usual gateways wait, in ms. */
const gatewayMs = 30_000;

/** Where a run takes seconds: one node after another. */
export const quickPanels: MeasuredPanel[] = [
	answersAfter(100),
	answersAfter(1_000),
	{
		name: 'Cold start: nothing for 10 s, then 1 s',
		workload: { orderMs: 1_000, coldStartMs: 10_000 },
	},
];

/** Where a run takes minutes, in which it only waits: all nodes at once. */
export const slowPanels: MeasuredPanel[] = [
	answersAfter(10_000),
	answersAfter(20_000),
	{
		name: 'One order at a time, 2 s, behind a gateway that gives up after 30 s',
		workload: { workers: 1, orderMs: 2_000, gatewayMs },
		bestAtOnce: 1,
	},
	{
		name: '4 workers, 5 s, behind a gateway that gives up after 30 s',
		workload: { workers: 4, orderMs: 5_000, gatewayMs },
		bestAtOnce: 4,
	},
	{
		name: '5 s, slower with more than 12 at once, behind a gateway that gives up after 30 s',
		workload: { orderMs: 5_000, slowsBeyond: 12, gatewayMs },
		bestAtOnce: 12,
	},
];

/** How long somebody needs who knows the panel, in s. */
export function idealSeconds(panel: MeasuredPanel, orders: number): number {
	const { workload, bestAtOnce = orders } = panel;
	const { orderMs = 0, coldStartMs = 0 } = workload;
	return (coldStartMs + Math.ceil(orders / bestAtOnce) * orderMs) / 1000;
}

/** The same panel with all times divided by ten. */
export function tenTimesFaster(panel: MeasuredPanel): MeasuredPanel {
	const { orderMs = 0, coldStartMs = 0, gatewayMs: gateway = 0 } = panel.workload;
	const times = { orderMs: orderMs / 10, coldStartMs: coldStartMs / 10, gatewayMs: gateway / 10 };
	return { ...panel, workload: { ...panel.workload, ...times } };
}

function answersAfter(orderMs: number): MeasuredPanel {
	const name = `Answers after ${orderMs / 1000} s`;
	return { name, workload: { orderMs } };
}
