import { openWindow } from '../../sandbox/rateWindows.mts';
import type { RateWindow, WindowKind } from '../../sandbox/rateWindows.mts';

const MINUTE = { limit: 60, windowMs: 60_000 };

/** The ways in which the service may count, each with its short name in the tables. */
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

/**
 * What counts the requests of one key, with nothing counted yet.
 *
 * @param phaseMs when its windows begin, where they do not begin with the calendar's minutes
 */
export function openService(kind: ServiceKind, phaseMs: number): RateWindow {
	const window = openWindow(kinds[kind].window, MINUTE);
	if (kind !== 'FX') return window;
	return {
		admit: (now) => window.admit(now - phaseMs),
		waitAt: (now) => window.waitAt(now - phaseMs),
	};
}
