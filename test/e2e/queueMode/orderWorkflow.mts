import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import {
	type Execution,
	type ExecutionSummary,
	hasEnded,
	type StoredCredential,
} from '../../../real-n8n/n8nClient.mts';
import { backlinkForm } from '../../engine/forms.mts';
import { testNode } from '../../engine/testNode.mts';
import { workflowAroundNode } from '../workflowAroundNode.mts';
import type { QueueMode } from './queueMode.mts';

const POLL_EVERY_MS = 250;

/** An active workflow that orders a backlink for each item that its webhook gets. */
export interface OrderWorkflow {
	/** Starts an execution, which a worker runs. */
	order(items: IDataObject[]): Promise<void>;
	/** Waits until so many executions have been started by it and all have ended; the oldest first. */
	ended(count: number, timeoutMs: number): Promise<Execution[]>;
	/** The executions that it has started so far, the oldest first. */
	executions(): Promise<ExecutionSummary[]>;
	deactivate(): Promise<void>;
}

let paths = 0;

export async function orderWorkflow(
	{ client, url }: QueueMode,
	credential: StoredCredential,
	options: INodeParameters,
): Promise<OrderWorkflow> {
	paths += 1;
	const path = `order-${paths}`;
	const workflow = await client.createWorkflow(
		workflowAroundNode({
			name: `Order by webhook ${paths}`,
			before: [
				testNode('Order', 'n8n-nodes-base.webhook', {
					typeVersion: 2,
					webhookId: path,
					parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
				}),
			],
			itemsField: 'body.items',
			credential,
			settings: { parameters: { ...backlinkForm, options }, onError: 'continueErrorOutput' },
		}),
	);
	const active = await client.activate(workflow);

	const executions = async () => {
		const all = await client.executions(workflow.id);
		return all.filter(({ mode }) => mode === 'webhook').reverse();
	};
	return {
		executions,
		async order(items) {
			const response = await fetch(`${url}/webhook/${path}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ items }),
			});
			if (!response.ok) throw new Error(`The webhook answered ${await response.text()}`);
		},
		async ended(count, timeoutMs) {
			const deadline = Date.now() + timeoutMs;
			for (;;) {
				const found = await executions();
				if (found.length === count && found.every(hasEnded)) {
					return await Promise.all(found.map(async (each) => await client.execution(each.id)));
				}
				if (Date.now() > deadline) {
					const statuses = found.map(({ status }) => status).join(', ');
					throw new Error(`${count} executions were to end, there are: ${statuses}`);
				}
				await sleep(POLL_EVERY_MS);
			}
		},
		async deactivate() {
			await client.deactivate(active);
		},
	};
}

/** The items in batches of equal size, one for each execution. */
export function batchesOf(items: IDataObject[], size: number): IDataObject[][] {
	return Array.from({ length: items.length / size }, (_, index) =>
		items.slice(index * size, (index + 1) * size),
	);
}
