import assert from 'node:assert/strict';

import { nodeOutput } from '../../real-n8n/nodeOutput.mts';
import {
	articleForm,
	backlinkForm,
	backlinkItems,
	balanceForm,
	orderForm,
	ordersForm,
	targetOf,
} from '../engine/forms.mts';
import { type PanelInN8n, panelWorkflow, TRIGGER_NAME } from './panelInN8n.mts';
import type { Scenarios } from './scenarios.mts';
import { NODE_NAME } from './workflowAroundNode.mts';

export async function nodeScenarios(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { client, credential, panel } = n8n;

	await scenarios.run('Credential test: it passes, and names the reason if it fails', async () => {
		const tested = async (data: object) =>
			await client.testCredential({ ...credential, data: { ...credential.data, ...data } });
		assert.equal((await tested({})).status, 'OK');
		const { status, message } = await tested({ baseUrl: 'http://127.0.0.1:9' });
		assert.match(`${status} ${message}`, /127.0.0.1:9 could not be reached: no connection/);
	});

	await scenarios.run('All five operations', async () => {
		const outputs = [];
		for (const [form, items] of [
			[balanceForm, [{}]],
			[backlinkForm, backlinkItems(2)],
			[articleForm, [{ title: 'Başlık', html: '<p>Metin 🧿</p>' }]],
			[ordersForm, [{}]],
			[orderForm, [{ id: 'bl_000002' }, { id: 'tn_000003' }]],
		] as const) {
			const workflow = await panelWorkflow(n8n, [...items], form);
			const execution = await client.runToEnd(workflow, TRIGGER_NAME);
			assert.equal(execution.status, 'success');
			outputs.push(nodeOutput(execution, NODE_NAME));
		}
		const [balance, backlinks, articles, orders, two] = outputs;
		assert.deepEqual(balance, [{ bakiye: 1000 }]);
		assert.equal(backlinks?.length, 2);
		assert.equal(articles?.[0]?.kalanKredi, 958);
		assert.equal(orders?.length, 3);
		// Get Many and Get simplify orders in the same way.
		assert.deepEqual(Object.keys(orders[0] ?? {}), [
			'orderType',
			'id',
			'status',
			'target',
			'endsAt',
		]);
		assert.deepEqual(
			two,
			['bl_000002', 'tn_000003'].map((id) => orders.find((order) => order.id === id)),
		);
	});

	await scenarios.run('A refused item leaves through the error output', async () => {
		await panel.addFault({
			answer: 'status',
			status: 402,
			body: { ok: false, kod: 'krediYetersiz', hata: 'Yetersiz' },
			bodyContains: 'page-1"',
		});
		const settings = { onError: 'continueErrorOutput' } as const;
		const workflow = await panelWorkflow(n8n, backlinkItems(3), backlinkForm, settings);
		const { status, data } = await client.runToEnd(workflow, TRIGGER_NAME);
		assert.equal(status, 'success');
		assert.equal(nodeOutput({ data }, 'Done').length, 2);
		const [failed, ...others] = nodeOutput({ data }, 'Failed');
		assert.equal(others.length, 0);
		assert.equal(failed?.url, targetOf(1));
		assert.match(JSON.stringify(failed?.error), /"kod":"krediYetersiz"/);
		assert.ok(!JSON.stringify(data).includes(n8n.sandbox.apiKey), 'the key is in the execution');
	});
}
