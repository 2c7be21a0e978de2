import { setTimeout as sleep } from 'node:timers/promises';

import type {
	Execution,
	N8nClient,
	StoredWorkflow,
	Workflow,
} from '../../../real-n8n/n8nClient.mts';

const timeoutMs = 60_000;
const pollEveryMs = 100;

/** Imports a workflow and keeps it active for as long as the task lasts. */
export async function whileActive(
	client: N8nClient,
	workflow: Workflow,
	task: (workflow: StoredWorkflow) => Promise<void>,
): Promise<void> {
	const active = await client.activate(await client.createWorkflow(workflow));
	try {
		await task(active);
	} finally {
		await client.deactivate(active);
	}
}

/** Waits until something is there, at most a minute; `what` names it in the error. */
export async function until<Result>(
	what: string,
	look: () => Promise<Result | undefined> | Result | undefined,
): Promise<Result> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const result = await look();
		if (result !== undefined) return result;
		if (Date.now() > deadline) throw new Error(`Not after ${timeoutMs / 1000} s: ${what}`);
		await sleep(pollEveryMs);
	}
}

/** The executions of a workflow, the oldest first, once there are so many and all have ended. */
export async function endedExecutions(
	client: N8nClient,
	workflow: StoredWorkflow,
	count: number,
): Promise<Execution[]> {
	const summaries = await until(`${count} executions of ${workflow.name}`, async () => {
		const found = await client.executions(workflow.id);
		return found.length >= count ? found : undefined;
	});
	const executions = await Promise.all(
		summaries.map(async ({ id }) => await client.waitForExecution(id)),
	);
	return executions.reverse();
}
