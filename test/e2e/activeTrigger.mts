import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type {
	ExecutionSummary,
	StoredCredential,
	StoredWorkflow,
	Workflow,
} from '../../real-n8n/n8nClient.mts';
import { nodeOutput } from '../../real-n8n/nodeOutput.mts';
import { testNode, to } from '../engine/testNode.mts';
import type { PanelInN8n } from './panelInN8n.mts';
import { waitUntil } from '../../tooling/waitUntil.mts';

export const TRIGGER_TYPE = 'n8n-nodes-backlink-panel.backlinkPanelTrigger';
export const TRIGGER_NAME = 'Panel';

/** Makes one schedule for each poll of a minute, because n8n accepts no schedule shorter than a minute. */
export function pollsEvery(seconds: number): INodeParameters {
	const item = Array.from({ length: 60 / seconds }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * seconds} * * * * *`,
	}));
	return { item };
}

export function triggerWorkflow(
	{ id, name }: StoredCredential,
	parameters: INodeParameters,
	pollTimes = pollsEvery(1),
): Workflow {
	const trigger = testNode(TRIGGER_NAME, TRIGGER_TYPE, {
		parameters: { pollTimes, ...parameters },
		credentials: { backlinkPanelApi: { id, name } },
	});
	const after = testNode('After', 'n8n-nodes-base.noOp', { position: [220, 0] });
	return {
		name: 'Trigger end to end',
		nodes: [trigger, after],
		connections: { [TRIGGER_NAME]: { main: [to(after.name)] } },
		settings: { executionOrder: 'v1' },
	};
}

export async function whileActive(
	{ client }: PanelInN8n,
	workflows: Workflow[],
	task: (workflows: StoredWorkflow[]) => Promise<void>,
): Promise<void> {
	const active: StoredWorkflow[] = [];
	try {
		for (const workflow of workflows) {
			active.push(await client.activate(await client.createWorkflow(workflow)));
		}
		await task(active);
	} finally {
		for (const workflow of active) await client.deactivate(workflow);
	}
}

/** Waits for two more polls of each trigger: when the second one begins, the first one has emitted its items. */
export async function twoPolls({ panel }: PanelInN8n, triggers = 1): Promise<void> {
	const polls = async () =>
		(await panel.books()).requests.filter(({ method }) => method === 'GET').length;
	const before = await polls();
	await waitUntil('second poll', async () => (await polls()) >= before + 2 * triggers);
}

/** Waits until a workflow has at least `count` executions. @returns the newest first */
export async function untilExecutions(
	{ client }: PanelInN8n,
	{ id }: StoredWorkflow,
	count: number,
): Promise<ExecutionSummary[]> {
	return await waitUntil(`execution number ${count}`, async () => {
		const executions = await client.executions(id);
		return executions.length >= count && executions;
	});
}

/** Lists the trigger's output in each execution of a workflow, the newest execution first. */
export async function toldBy(
	{ client }: PanelInN8n,
	{ id }: StoredWorkflow,
): Promise<IDataObject[][]> {
	const told: IDataObject[][] = [];
	for (const execution of await client.executions(id)) {
		told.push(nodeOutput(await client.waitForExecution(execution.id), TRIGGER_NAME));
	}
	return told;
}
