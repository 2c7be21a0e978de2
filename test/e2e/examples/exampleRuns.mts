import assert from 'node:assert/strict';

import type { Execution, StoredWorkflow, Workflow } from '../../../real-n8n/n8nClient.mts';
import type { Fault } from '../../../sandbox/sandbox.mts';
import { untilExecutions, whileActive } from '../activeTrigger.mts';
import type { PanelInN8n } from '../panelInN8n.mts';

/** Fastest rule of the Schedule Trigger, so that a scenario need not wait for the example's own rule. */
export const everySecond = { interval: [{ field: 'seconds', secondsInterval: 1 }] };

/** Content of the Basic Auth credential that protects the webhook or the form of an example. */
export const LOGIN = { user: 'cms', password: 'correct horse' };

export const AUTHORIZATION = `Basic ${btoa(`${LOGIN.user}:${LOGIN.password}`)}`;

export const keyRefused: Fault = {
	answer: 'status',
	status: 401,
	body: { ok: false, kod: 'yetkisiz', hata: 'API anahtarı geçersiz' },
};

export const noEligibleSite: Fault = {
	answer: 'status',
	status: 409,
	body: { ok: false, kod: 'uygunSiteYok', hata: 'Uygun site yok' },
};

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

/** Waits until a workflow has at least `count` executions and all have ended. @returns the oldest first */
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

const notRunnable = 'n8n-nodes-base.stickyNote';

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
