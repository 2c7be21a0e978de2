import { chanceFrom } from '../chance.mts';
import { runBatch } from './runBatch.mts';
import type { PanelKind } from './VirtualPanel.mts';

/** What a panel is like that is easily overloaded. */
export const overloadKinds = ['steady', 'slows down', 'thrashes'] as const;
export type OverloadKind = (typeof overloadKinds)[number];

/** Orders whose answers were lost at many panels of a kind. */
export interface Losses {
	orders: number;
	ten: number;
	adaptive: number;
	/** Of these, the ones that the node sent with more than ten in flight. */
	beyondTen: number;
}

const ORDERS_OF_A_BATCH = [40, 120, 200];

/** The same batches to the same random panels, with ten in flight and as the node decides. */
export async function lossesAt(kind: OverloadKind, panels: number): Promise<Losses> {
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
 * One to 64 workers with 0.2 to 60 s for an order, most of them behind a gateway. One that thrashes has no
 * line: it takes everybody and gets slower for all.
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
