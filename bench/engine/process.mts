/**
 * The measured process: only n8n's engine and the two nodes. It gets its runs from the process that
 * started it, and ends with that process.
 */
import type { IRun } from 'n8n-workflow';

import { startEngine } from './engine.mts';
import type {
	EngineFolders,
	RunFigures,
	RunFiguresMessage,
	RunRequest,
	RunRequestMessage,
} from './messages.mts';

const lookEveryMs = 20;

// Source maps, which tsx turns on, slow n8n's errors and stack traces down.
process.setSourceMapsEnabled(false);

// Safe casts: our own process wrote both.
const folders = JSON.parse(process.argv[2] ?? '') as EngineFolders;
const runNode = await startEngine(folders);

process.on('message', ({ id, request }: RunRequestMessage) => {
	void measure(request).then((figures) => {
		process.send?.({ id, figures } satisfies RunFiguresMessage);
	});
});
process.on('disconnect', () => process.exit());

/** Runs the executions of a request at once, and measures them together. */
async function measure(request: RunRequest): Promise<RunFigures> {
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
 * @returns a function that ends the watching and returns the largest growth in bytes
 */
function watchMemoryGrowth(): () => number {
	// Exists only with --expose-gc.
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
		// The system's maximum misses no peak between two looks, but it includes peaks before the run.
		const systemPeak = highestEver();
		return Math.max(peak, systemPeak > earlierPeak ? systemPeak : 0) - before;
	};
}

function highestEver(): number {
	return process.resourceUsage().maxRSS * 1024;
}
