import assert from 'node:assert/strict';

import type { Execution, Workflow } from '../../../real-n8n/n8nClient.mts';

const notRunnable = 'n8n-nodes-base.stickyNote';

/** Asserts that the executions together went through every node of an example but those named. */
export function assertEveryNodeRan(
	{ nodes }: Workflow,
	executions: Execution[],
	except: string[] = [],
): void {
	const ran = new Set(executions.flatMap(({ data }) => Object.keys(data.resultData.runData)));
	const idle = nodes
		.filter(({ name, type }) => type !== notRunnable && !ran.has(name))
		.map(({ name }) => name);
	assert.deepEqual(idle, except);
}
