import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type {
	ExecutionSummary,
	StoredCredential,
	StoredWorkflow,
	Workflow,
} from '../../real-n8n/n8nClient.mts';
import { nodeOutput } from '../../real-n8n/nodeOutput.mts';
import { panelRequest } from '../sandbox/panelRequest.mts';
import type { PanelInN8n } from './panelInN8n.mts';
import type { Scenarios } from './scenarios.mts';

const TRIGGER_TYPE = 'n8n-nodes-backlink-panel.backlinkPanelTrigger';
const TRIGGER_NAME = 'Panel';
const POLL_EVERY_S = 2;

/** n8n takes no schedule below a minute, but several that each name a second of it. */
const fastPolls = {
	item: Array.from({ length: 60 / POLL_EVERY_S }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * POLL_EVERY_S} * * * * *`,
	})),
};

/** The trigger as n8n activates, polls, restarts and tests it. */
export async function triggerScenarios(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { client, panel, sandbox } = n8n;

	await scenarios.run('Trigger: a balance spent down starts one execution', async () => {
		await panel.change({ balance: 51 });
		await withActive(triggerWorkflow({ event: 'balanceLow', threshold: 50 }), async (workflow) => {
			await somePolls();
			assert.deepEqual(await client.executions(workflow.id), []);
			await buyBacklink();
			assert.deepEqual(await outputOfTheOne(workflow), [
				{ bakiye: 50, threshold: 50, previousBakiye: 51 },
			]);
		});
	});

	await scenarios.run('Trigger: a changed order status starts one execution', async () => {
		await panel.addOrders({ type: 'backlink', count: 3 });
		await withActive(triggerWorkflow({ event: 'orderStatusChanged' }), async (workflow) => {
			await somePolls();
			assert.deepEqual(await client.executions(workflow.id), []);
			await panel.changeOrder('bl_000002', { durum: 'İptal' });
			const [item, ...others] = await outputOfTheOne(workflow);
			assert.deepEqual(
				[item?.id, item?.previousStatus, item?.status],
				['bl_000002', 'aktif', 'İptal'],
			);
			assert.deepEqual(others, []);
		});
	});

	await scenarios.run(
		'Trigger: n8n is killed; what was told stays told, what happened meanwhile is told once',
		async () => {
			await withActive(triggerWorkflow({ event: 'balanceChanged' }), async (workflow) => {
				await buyBacklink();
				await untilExecutions(workflow, 1);
				await n8n.crashAndRestart();
				await somePolls();
				assert.equal((await client.executions(workflow.id)).length, 1);
				const restart = n8n.crashAndRestart();
				await buyBacklink();
				await restart;
				const [latest] = await untilExecutions(workflow, 2);
				await somePolls();
				assert.equal((await client.executions(workflow.id)).length, 2);
				assert.deepEqual(await outputOf(latest), [
					{ bakiye: 998, previousBakiye: 999, difference: -1 },
				]);
			});
		},
	);

	await scenarios.run('Trigger: a wrong key fails the activation and says so', async () => {
		const wrong = await client.createCredential({
			name: 'Wrong key',
			type: 'backlinkPanelApi',
			data: { ...n8n.credential.data, apiKey: 'demo_live_wrong' },
		});
		const workflow = await client.createWorkflow(
			triggerWorkflow({ event: 'balanceChanged' }, wrong),
		);
		await assert.rejects(client.activate(workflow), /The API key was not accepted/);
		assert.equal((await client.workflow(workflow.id)).active, false);
	});

	await scenarios.run(
		'Trigger: the test in the editor shows real data, or says that there is none',
		async () => {
			const workflow = await client.createWorkflow(triggerWorkflow({ event: 'orderCreated' }));
			const empty = await client.runToEnd(workflow, TRIGGER_NAME);
			assert.equal(empty.data.resultData.error?.message, 'There are no orders to show yet');
			await panel.addOrders({ type: 'backlink', count: 2 });
			const shown = await client.runToEnd(workflow, TRIGGER_NAME);
			assert.deepEqual(
				nodeOutput(shown, TRIGGER_NAME).map(({ id }) => id),
				['bl_000002'],
			);
		},
	);

	await scenarios.run('Example "balance low → notify": one message', async () => {
		await panel.change({ balance: 51 });
		const messages = await messagesOf('balance-low-to-notify', buyBacklink);
		assert.deepEqual(messages, [
			{
				text: 'The balance of the backlink panel is 50 credits, at or below 50. Top it up in the panel.',
			},
		]);
	});

	await scenarios.run('Example "order status changed → notify": one message', async () => {
		await panel.addOrders({ type: 'backlink', count: 2 });
		const messages = await messagesOf('order-status-changed-to-notify', async () => {
			await panel.changeOrder('bl_000001', { durum: 'bitti' });
		});
		assert.deepEqual(messages, [
			{ text: 'The backlink bl_000001 is now “bitti”; before, it was “aktif”.' },
		]);
	});

	function triggerWorkflow(
		parameters: INodeParameters,
		{ id, name }: StoredCredential = n8n.credential,
	): Workflow {
		const trigger: INode = {
			id: 'panel',
			name: TRIGGER_NAME,
			type: TRIGGER_TYPE,
			typeVersion: 1,
			position: [0, 0],
			parameters: { pollTimes: fastPolls, ...parameters },
			credentials: { backlinkPanelApi: { id, name } },
		};
		const after: INode = {
			id: 'after',
			name: 'After',
			type: 'n8n-nodes-base.noOp',
			typeVersion: 1,
			position: [220, 0],
			parameters: {},
		};
		return {
			name: 'Trigger end to end',
			nodes: [trigger, after],
			connections: { [TRIGGER_NAME]: { main: [[{ node: 'After', type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1' },
		};
	}

	/** Activates a workflow for as long as the task lasts. */
	async function withActive(
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

	/** The output of the only execution, after time for another one to come. */
	async function outputOfTheOne(workflow: StoredWorkflow): Promise<IDataObject[]> {
		await untilExecutions(workflow, 1);
		await somePolls();
		const executions = await client.executions(workflow.id);
		assert.equal(executions.length, 1);
		return await outputOf(executions[0]);
	}

	async function outputOf(summary: ExecutionSummary | undefined): Promise<IDataObject[]> {
		assert.ok(summary);
		return nodeOutput(await client.waitForExecution(summary.id), TRIGGER_NAME);
	}

	async function untilExecutions(
		workflow: StoredWorkflow,
		count: number,
	): Promise<ExecutionSummary[]> {
		const deadline = Date.now() + 30_000;
		for (;;) {
			const executions = await client.executions(workflow.id);
			if (executions.length >= count) return executions;
			if (Date.now() > deadline) throw new Error(`${executions.length} of ${count} executions`);
			await sleep(100);
		}
	}

	async function buyBacklink(): Promise<void> {
		const { url, apiKey } = sandbox;
		const body = { hedefUrl: 'https://example.com/', anchor: 'halı', sureAy: 1 };
		const { status } = await panelRequest({ url, apiKey, method: 'POST', path: '/backlink', body });
		assert.equal(status, 200);
	}

	/** What an example sends to the chat when something happens. */
	async function messagesOf(example: string, happen: () => Promise<void>): Promise<unknown[]> {
		const messages: unknown[] = [];
		const chat = createServer((request, response) => {
			void text(request).then((body) => {
				messages.push(JSON.parse(body));
				response.end('ok');
			});
		}).listen(0, '127.0.0.1');
		await once(chat, 'listening');
		// A server that listens on a port has such an address.
		const { port } = chat.address() as AddressInfo;
		const shipped = await readFile(`examples/${example}.json`, 'utf8');
		// n8n checks it when it is imported.
		const workflow = JSON.parse(shipped) as Workflow;
		try {
			await withActive(filledIn(workflow, `http://127.0.0.1:${port}/`), async () => {
				await somePolls();
				assert.deepEqual(messages, []);
				await happen();
				const deadline = Date.now() + 30_000;
				while (messages.length === 0 && Date.now() < deadline) await sleep(100);
				await somePolls();
			});
		} finally {
			chat.close();
		}
		return messages;
	}

	/** An example, filled in the way its notes tell, and polled faster. */
	function filledIn(workflow: Workflow, chatUrl: string): Workflow {
		const { id, name } = n8n.credential;
		const nodes = workflow.nodes.map((node) => {
			if (node.type === TRIGGER_TYPE) {
				const parameters = { ...node.parameters, pollTimes: fastPolls };
				return { ...node, parameters, credentials: { backlinkPanelApi: { id, name } } };
			}
			if (node.name !== 'Notify') return node;
			return { ...node, parameters: { ...node.parameters, url: chatUrl } };
		});
		return { ...workflow, nodes };
	}
}

/** Long enough for two polls. */
async function somePolls(): Promise<void> {
	await sleep(2.5 * POLL_EVERY_S * 1000);
}
