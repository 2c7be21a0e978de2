import assert from 'node:assert/strict';

import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../sandbox/sandbox.mts';
import { nodeOutput } from '../../real-n8n/nodeOutput.mts';
import {
	articleForm,
	backlinkForm,
	backlinkItems,
	balanceForm,
	ordersForm,
	targetOf,
} from '../engine/forms.mts';
import { type PanelInN8n, panelWorkflow, TRIGGER_NAME } from './panelInN8n.mts';
import type { Scenarios } from './scenarios.mts';
import { NODE_NAME } from './workflowAroundNode.mts';

/** What each answer at the Base URL makes of the credential test: `OK`, or words of its message. */
const credentialTests: Array<{
	answer: string;
	data?: Record<string, string>;
	fault?: Fault;
	says: string;
}> = [
	{ answer: 'the balance', says: 'OK' },
	{
		answer: 'a refusal of the key',
		data: { apiKey: 'demo_live_wrong' },
		says: 'did not accept the API key',
	},
	{ answer: 'a login page', fault: { answer: 'html' }, says: 'a web page instead of JSON' },
	{
		answer: 'ok: false',
		fault: { answer: 'refusal', body: { ok: false, kod: 'bakim', hata: 'Bakım' } },
		says: 'refused to return the balance',
	},
	{
		answer: 'a redirect',
		fault: { answer: 'redirect' },
		says: 'gave no usable answer: the service redirected',
	},
	{ answer: 'a rate limit', fault: { answer: 'tooManyRequests' }, says: 'rate limit of this key' },
	{
		answer: 'nothing, as it is not there',
		data: { baseUrl: 'http://127.0.0.1:9' },
		says: '127.0.0.1:9 could not be reached: the connection was refused',
	},
];

/** Where each On Error mode takes the second of three items: the nodes after the node's two outputs. */
const refusedItem = [
	{
		onError: 'stopWorkflow',
		status: 'error',
		thrown: 'krediYetersiz',
		done: [],
		failed: [],
	},
	{
		onError: 'continueRegularOutput',
		status: 'success',
		thrown: undefined,
		done: ['placed', 'krediYetersiz', 'placed'],
		failed: [],
	},
	{
		onError: 'continueErrorOutput',
		status: 'success',
		thrown: undefined,
		done: ['placed', 'placed'],
		failed: ['krediYetersiz'],
	},
] as const;

/** Credential, operations and On Error modes as a user meets them. */
export async function nodeScenarios(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { client, credential, panel } = n8n;

	for (const { answer, data, fault, says } of credentialTests) {
		await scenarios.run(`Credential test, the panel answers with ${answer}`, async () => {
			if (fault) await panel.addFault(fault);
			const tested = { ...credential, data: { ...credential.data, ...data } };
			const { status, message } = await client.testCredential(tested);
			assert.match(`${status} ${message}`, new RegExp(says));
		});
	}

	await scenarios.run('All four operations', async () => {
		const outputs = [];
		for (const [form, items] of [
			[balanceForm, [{}]],
			[backlinkForm, backlinkItems(2)],
			[articleForm, [{ title: 'Başlık', html: '<p>Metin 🧿</p>' }]],
			[ordersForm, [{}]],
		] as const) {
			const workflow = await panelWorkflow(n8n, [...items], form);
			const execution = await client.runToEnd(workflow, TRIGGER_NAME);
			assert.equal(execution.status, 'success');
			outputs.push(nodeOutput(execution, NODE_NAME));
		}
		const [balance, backlinks, articles, orders] = outputs;
		assert.deepEqual(balance, [{ bakiye: 1000 }]);
		assert.equal(backlinks?.length, 2);
		assert.equal(articles?.[0]?.kalanKredi, 958);
		assert.equal(orders?.length, 3);
	});

	for (const { onError, ...expected } of refusedItem) {
		await scenarios.run(`A refused item, On Error: ${onError}`, async () => {
			await panel.addFault({
				answer: 'status',
				status: 402,
				body: { ok: false, kod: 'krediYetersiz', hata: 'Yetersiz' },
				bodyContains: 'page-1"',
			});
			const workflow = await panelWorkflow(n8n, backlinkItems(3), backlinkForm, { onError });
			const { status, data } = await client.runToEnd(workflow, TRIGGER_NAME);
			const failed = nodeOutput({ data }, 'Failed');
			assert.deepEqual(
				{
					status,
					thrown: kodOf(data.resultData.error?.context),
					done: nodeOutput({ data }, 'Done').map(outcomeOf),
					failed: failed.map(outcomeOf),
				},
				expected,
			);
			for (const { url } of failed) assert.equal(url, targetOf(1));
			assert.ok(!JSON.stringify(data).includes(n8n.sandbox.apiKey), 'the key is in the execution');
		});
	}
}

function outcomeOf(item: IDataObject): unknown {
	return item.error === undefined ? 'placed' : kodOf(item.error);
}

function kodOf(facts: unknown): unknown {
	return typeof facts === 'object' && facts !== null && 'kod' in facts ? facts.kod : undefined;
}
