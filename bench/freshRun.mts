import { type BookedRun, bookedRun, type RunPlan } from './bookedRun.mts';
import { withEngineProcess } from './engine/withEngineProcess.mts';
import type { Installed } from './installed.mts';

const itemsToWarmUp = 20;

/**
 * Runs a plan in an engine process of its own, so that its memory is that of this run. A run with a
 * few items goes before it: what is loaded only when used is not to count.
 */
export async function freshRun(installed: Installed, plan: RunPlan): Promise<BookedRun> {
	return await withEngineProcess(installed, async (engine) => {
		const executions = [plan.operation.items(itemsToWarmUp)];
		await bookedRun(engine, { ...plan, executions });
		return await bookedRun(engine, plan);
	});
}
