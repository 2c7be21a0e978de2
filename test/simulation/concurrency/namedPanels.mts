import type { PanelKind } from './VirtualPanel.mts';

/** Services that overload easily, each with the highest number of orders that may be in flight. */
export const namedPanels: Array<{ name: string; panel: PanelKind; mostInFlight: number }> = [
	{ name: 'one worker, 2 s', panel: { workers: 1, orderMs: 2_000 }, mostInFlight: 10 },
	{ name: 'one worker, 8 s', panel: { workers: 1, orderMs: 8_000 }, mostInFlight: 10 },
	{ name: '4 workers, 10 s', panel: { workers: 4, orderMs: 10_000 }, mostInFlight: 10 },
	{ name: '16 workers, 20 s', panel: { workers: 16, orderMs: 20_000 }, mostInFlight: 40 },
	{
		name: '10 s, thrashes beyond 12',
		panel: { workers: 1_000, orderMs: 10_000, thrashesBeyond: 12 },
		mostInFlight: 25,
	},
];
