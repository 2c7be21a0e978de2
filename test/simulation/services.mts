import { openWindow } from '../../sandbox/rateWindows.mts';
import type { RateWindow, WindowKind } from '../../sandbox/rateWindows.mts';

const MINUTE = { limit: 60, windowMs: 60_000 };

/** Ways in which the service may count requests, by their short names in the tables. */
const kinds = {
	FC: { window: 'fixedMinute', words: 'fixed windows, the calendar’s minutes' },
	FX: { window: 'fixedMinute', words: 'fixed windows that begin at any second' },
	F2: { window: 'fromFirstRequest', words: 'a window that its first request opens' },
	SL: { window: 'sliding', words: 'sliding window' },
	SLp: { window: 'slidingCountingRejected', words: 'sliding window that counts refused requests' },
	SC: { window: 'slidingCounter', words: 'sliding counter: previous minute × overlap + current' },
	TB: { window: 'tokenBucket', words: 'bucket of 60 tokens, one more each second' },
	LB: { window: 'leakyBucket', words: 'bucket of 10 tokens, one more each second' },
} satisfies Record<string, { window: WindowKind; words: string }>;

export type ServiceKind = keyof typeof kinds;

export const serviceKinds = Object.keys(kinds) as ServiceKind[];

export function describeService(kind: ServiceKind): string {
	return `${kind}: ${kinds[kind].words}`;
}

/** Makes an empty window for one key. @param phaseMs offset of FX windows from the calendar minute, in ms */
export function openService(kind: ServiceKind, phaseMs: number): RateWindow {
	const window = openWindow(kinds[kind].window, MINUTE);
	if (kind !== 'FX') return window;
	return {
		admit: (now) => window.admit(now - phaseMs),
		waitAt: (now) => window.waitAt(now - phaseMs),
	};
}
