import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import {
	type Execution,
	type ExecutionSummary,
	hasEnded,
	type N8nClient,
	type StoredCredential,
	type Workflow,
} from '../../real-n8n/n8nClient.mts';
import { waitUntil } from '../../tooling/waitUntil.mts';
import { backlinkForm } from '../engine/forms.mts';
import { testNode } from '../engine/testNode.mts';
import { workflowAroundNode } from './workflowAroundNode.mts';

interface N8nWithWebhooks {
	client: N8nClient;
	url: string;
}

/** Active workflow that orders a backlink for each item that its webhook receives. */
export interface OrderWorkflow {
	/** Starts an execution through the first webhook. */
	order(items: IDataObject[]): Promise<void>;
	orderAt(webhookName: string, items: IDataObject[]): Promise<void>;
	/** Waits until there are `count` executions and all have ended. @returns the oldest first */
	ended(count: number, timeoutMs: number): Promise<Execution[]>;
	executions(): Promise<ExecutionSummary[]>;
	deactivate(): Promise<void>;
}

let pathsSoFar = 0;

/** @param onError setting “On Error” of the node; default: failed items go to the error output */
export async function orderWorkflow(
	n8n: N8nWithWebhooks,
	credential: StoredCredential,
	options: INodeParameters,
	onError: INode['onError'] = 'continueErrorOutput',
): Promise<OrderWorkflow> {
	const webhook = orderWebhook('Order');
	const workflow = workflowAroundNode({
		name: `Order by webhook ${webhook.webhookId}`,
		before: [webhook],
		itemsField: ITEMS_FIELD,
		credential,
		settings: { parameters: { ...backlinkForm, options }, onError },
	});
	return await activeOrderWorkflow(n8n, workflow);
}

/** Field with the items, in the output of `orderWebhook`. */
export const ITEMS_FIELD = 'body.items';

/** Makes a Webhook node with a new path, which is also its `webhookId`. */
export function orderWebhook(name: string): INode {
	pathsSoFar += 1;
	const path = `order-${pathsSoFar}`;
	return testNode(name, WEBHOOK_TYPE, {
		typeVersion: 2,
		webhookId: path,
		parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
	});
}

const WEBHOOK_TYPE = 'n8n-nodes-base.webhook';

/** Creates and activates a workflow that begins with one or more nodes of `orderWebhook`. */
export async function activeOrderWorkflow(
	{ client, url }: N8nWithWebhooks,
	workflow: Workflow,
): Promise<OrderWorkflow> {
	const active = await client.activate(await client.createWorkflow(workflow));
	const webhooks = workflow.nodes.filter(({ type }) => type === WEBHOOK_TYPE);

	const executions = async () => {
		const all = await client.executions(active.id);
		return all.filter(({ mode }) => mode === 'webhook').reverse();
	};
	async function orderAt(webhookName: string | undefined, items: IDataObject[]): Promise<void> {
		const { webhookId } = webhooks.find(({ name }) => name === webhookName) ?? {};
		const response = await fetch(`${url}/webhook/${webhookId}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ items }),
		});
		if (!response.ok) throw new Error(`The webhook answered ${await response.text()}`);
	}

	return {
		executions,
		order: async (items) => await orderAt(webhooks[0]?.name, items),
		orderAt,
		async ended(count, timeoutMs) {
			const found = await waitUntil(
				`end of ${count} executions`,
				async () => {
					const all = await executions();
					return all.length === count && all.every(hasEnded) && all;
				},
				timeoutMs,
			);
			return await Promise.all(found.map(async (each) => await client.execution(each.id)));
		},
		async deactivate() {
			await client.deactivate(active);
		},
	};
}

export function batchesOf(items: IDataObject[], size: number): IDataObject[][] {
	return Array.from({ length: items.length / size }, (_, index) =>
		items.slice(index * size, (index + 1) * size),
	);
}
