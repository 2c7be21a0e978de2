import { type LimitedScenario, limitedRuns } from '../limitedRuns.mts';
import type { Measurement } from '../measurement.mts';
import { operations } from '../operations.mts';
import type { MeasuredWindow } from '../measuredWindows.mts';

const windows: Record<MeasuredWindow, string> = {
	sliding: 'sliding window',
	fixedMinute: 'fixed window of the clock, half over at the start',
};

/** More items than the limit lets through in a minute. */
export const rateLimit: Measurement = {
	title: 'More creates than the limit of 60 requests a minute',
	run: async (bench) =>
		await limitedRuns(bench, (bench.isQuick ? [90] : [90, 150]).flatMap(inBoth)),
};

function inBoth(count: number): LimitedScenario[] {
	const executions = [operations.createBacklink.items(count)];
	return (['sliding', 'fixedMinute'] as const).map((window) => ({
		caption: `${count} creates, ${windows[window]}`,
		window,
		executions,
	}));
}
