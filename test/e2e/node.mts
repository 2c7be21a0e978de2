import assert from 'node:assert/strict';

import type { Fault } from '../../sandbox/sandbox.mts';
import { nodeOutput } from '../../real-n8n/nodeOutput.mts';
import {
	articleForm,
	backlinkForm,
	backlinkItems,
	balanceForm,
	ordersForm,
} from '../engine/forms.mts';
import { NODE_NAME, type PanelInN8n, panelWorkflow, TRIGGER_NAME } from './panelInN8n.mts';
import type { Scenarios } from './scenarios.mts';

/** What each answer at the Base URL makes of the credential test: `OK`, or words of its message. */
const credentialTests: Array<{
	answer: string;
	data?: Record<string, string>;
	fault?: Fault;
	says: string;
}> = [
	{ answer: 'the balance', says: 'OK' },
	{ answer: 'a refusal of the key', data: { apiKey: 'demo_live_wrong' }, says: 'not accepted' },
	{ answer: 'a login page', fault: { answer: 'html' }, says: 'not like a backlink panel' },
	{
		answer: 'ok: false',
		fault: { answer: 'refusal', body: { ok: false, kod: 'bakim', hata: 'Bakım' } },
		says: 'refused to tell the balance',
	},
	{ answer: 'a redirect', fault: { answer: 'redirect' }, says: 'not like a backlink panel' },
];

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

	for (const onError of ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const) {
		await scenarios.run(`A refused item, On Error: ${onError}`, async () => {
			await panel.addFault({
				answer: 'status',
				status: 402,
				body: { ok: false, kod: 'krediYetersiz', hata: 'Yetersiz' },
				bodyContains: 'page-1"',
			});
			const workflow = await panelWorkflow(n8n, backlinkItems(3), backlinkForm, { onError });
			const { status, data } = await client.runToEnd(workflow, TRIGGER_NAME);
			const output = nodeOutput({ data }, NODE_NAME);
			const failed = nodeOutput({ data }, NODE_NAME, 1);
			const found = {
				stopWorkflow: () => [status, kodOf(data.resultData.error?.context)],
				continueRegularOutput: () => [status, output.length, kodOf(output[1]?.error)],
				continueErrorOutput: () => [status, output.length, kodOf(failed[0]?.error), failed[0]?.url],
			}[onError]();
			assert.deepEqual(
				found,
				{
					stopWorkflow: ['error', 'krediYetersiz'],
					continueRegularOutput: ['success', 3, 'krediYetersiz'],
					continueErrorOutput: ['success', 2, 'krediYetersiz', 'https://example.com/page-1'],
				}[onError],
			);
			assert.ok(!JSON.stringify(data).includes(n8n.sandbox.apiKey), 'the key is in the execution');
		});
	}
}

function kodOf(facts: unknown): unknown {
	return typeof facts === 'object' && facts !== null && 'kod' in facts ? facts.kod : undefined;
}
