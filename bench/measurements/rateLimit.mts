import { type LimitedScenario, limitedRuns } from '../limitedRuns.mts';
import type { Measurement } from '../measurement.mts';
import { operations } from '../operations.mts';
import type { MeasuredWindow } from '../measuredWindows.mts';

const windows: Record<MeasuredWindow, string> = {
	sliding: 'sliding window',
	fixedMinute: 'fixed window',
};

/** More items than the limit lets through in a minute, also of two executions that use one key. */
export const rateLimit: Measurement = {
	title: 'More creates than the limit of 60 requests a minute',
	run: async (bench) =>
		await limitedRuns(bench, [
			...(bench.isQuick ? [90] : [90, 150]).flatMap(inBoth),
			twoExecutions(),
		]),
};

function inBoth(count: number): LimitedScenario[] {
	const executions = [operations.createBacklink.items(count)];
	return (['sliding', 'fixedMinute'] as const).map((window) => ({
		caption: `${count}, ${windows[window]}`,
		window,
		executions,
	}));
}

function twoExecutions(): LimitedScenario {
	const items = operations.createBacklink.items(120);
	const executions = [items.slice(0, 60), items.slice(60)];
	return { caption: '2 × 60 at once, sliding window', window: 'sliding', executions };
}
