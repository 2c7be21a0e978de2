import assert from 'node:assert/strict';

import type { Execution, StoredWorkflow, Workflow } from '../../../real-n8n/n8nClient.mts';
import { untilExecutions, whileActive } from '../activeTrigger.mts';
import type { PanelInN8n } from '../panelInN8n.mts';

/** Imports an example and keeps it active for as long as the task lasts. */
export async function whileExampleIsActive(
	n8n: PanelInN8n,
	example: Workflow,
	task: (workflow: StoredWorkflow) => Promise<void>,
): Promise<void> {
	await whileActive(n8n, [example], async ([workflow]) => {
		assert.ok(workflow);
		await task(workflow);
	});
}

/** The executions of a workflow, the oldest first, once there are so many and all have ended. */
export async function endedExecutions(
	n8n: PanelInN8n,
	workflow: StoredWorkflow,
	count: number,
): Promise<Execution[]> {
	const summaries = await untilExecutions(n8n, workflow, count);
	const executions = await Promise.all(
		summaries.map(async ({ id }) => await n8n.client.waitForExecution(id)),
	);
	return executions.reverse();
}
