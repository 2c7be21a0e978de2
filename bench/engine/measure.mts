import type { IRun } from 'n8n-workflow';

import type { RunNode } from './engine.mts';
import type { RunFigures, RunRequest } from './messages.mts';

const lookEveryMs = 20;

/** Runs the executions of a request at once and measures them together. */
export async function measure(runNode: RunNode, request: RunRequest): Promise<RunFigures> {
	const { node, credential, executions } = request;
	const memoryGrowth = watchMemoryGrowth();
	const cpuBefore = process.cpuUsage();
	const startedAt = performance.now();

	const runs = await Promise.all(
		executions.map(async (items) => await runNode(node, items, credential)),
	);

	const seconds = (performance.now() - startedAt) / 1000;
	const { user, system } = process.cpuUsage(cpuBefore);
	return {
		seconds,
		cpuSeconds: (user + system) / 1_000_000,
		memoryGrowthBytes: memoryGrowth(),
		delivered: runs.reduce((sum, run) => sum + deliveredBy(run, node.name), 0),
		errors: runs.flatMap(({ data }) => data.resultData.error?.message ?? []),
	};
}

function deliveredBy(run: IRun, node: string): number {
	const task = run.data.resultData.runData[node]?.at(-1);
	if (!task || task.error) return 0;
	return (task.data?.main?.[0] ?? []).filter(({ json }) => json.error === undefined).length;
}

/**
 * Watches the memory (resident set) of this process.
 * @returns a function that ends the watching and gives the bytes it grew by, at most
 */
function watchMemoryGrowth(): () => number {
	// There with --expose-gc only.
	globalThis.gc?.();
	const before = process.memoryUsage.rss();
	const earlierPeak = highestEver();
	let peak = before;
	const look = () => {
		peak = Math.max(peak, process.memoryUsage.rss());
	};
	const timer = setInterval(look, lookEveryMs);
	return () => {
		clearInterval(timer);
		look();
		// The system misses nothing between two looks, but it also remembers what was before.
		const systemPeak = highestEver();
		return Math.max(peak, systemPeak > earlierPeak ? systemPeak : 0) - before;
	};
}

function highestEver(): number {
	return process.resourceUsage().maxRSS * 1024;
}
