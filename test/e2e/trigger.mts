import assert from 'node:assert/strict';

import type { INodeParameters } from 'n8n-workflow';

import {
	pollsEvery,
	toldBy,
	triggerWorkflow,
	twoPolls,
	untilExecutions,
	whileActive,
} from './activeTrigger.mts';
import type { PanelInN8n } from './panelInN8n.mts';
import type { Scenarios } from './scenarios.mts';

/** Trigger events, and the fields that each event emits after the changes of the scenario. */
const events: Array<{ parameters: INodeParameters; tells: object }> = [
	{
		parameters: { event: 'balanceLow', threshold: 50 },
		tells: { bakiye: 50, previousBakiye: 51 },
	},
	{
		parameters: { event: 'balanceChanged' },
		tells: { bakiye: 50, difference: -1 },
	},
	{
		parameters: { event: 'orderCreated' },
		tells: { id: 'bl_000004', orderType: 'backlink' },
	},
	{
		parameters: { event: 'orderStatusChanged' },
		tells: { id: 'bl_000002', previousStatus: 'aktif', status: 'İptal' },
	},
	{
		parameters: { event: 'placementExpiring', withinDays: 7 },
		tells: { id: 'bl_000001', orderType: 'backlink' },
	},
];

const THREE_DAYS_MS = 3 * 86_400_000;

export async function triggerScenarios(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { client, credential, panel } = n8n;

	await scenarios.run('Trigger: each event starts one execution when it happens', async () => {
		await panel.change({ balance: 51 });
		await panel.addOrders({ type: 'backlink', count: 3 });
		const workflows = events.map(({ parameters }) =>
			triggerWorkflow(credential, parameters, pollsEvery(3)),
		);
		await whileActive(n8n, workflows, async (active) => {
			const tellAll = () => Promise.all(active.map((workflow) => toldBy(n8n, workflow)));
			await twoPolls(n8n, events.length);
			assert.deepEqual(await tellAll(), [[], [], [], [], []]);

			await panel.change({ balance: 50 });
			await panel.changeOrder('bl_000001', { bitis: inThreeDays() });
			await panel.changeOrder('bl_000002', { durum: 'İptal' });
			await panel.addOrders({ type: 'backlink', count: 1 });
			for (const workflow of active) await untilExecutions(n8n, workflow, 1);
			await twoPolls(n8n, events.length);
			for (const [index, told] of (await tellAll()).entries()) {
				const tells = events[index]?.tells ?? {};
				const known = told.map((items) => items.map((item) => pick(item, Object.keys(tells))));
				assert.deepEqual(known, [[tells]]);
			}
		});
	});

	await scenarios.run(
		'Trigger: n8n is killed; earlier changes are not emitted again, a change during the restart is emitted once',
		async () => {
			const watching = triggerWorkflow(credential, { event: 'balanceChanged' });
			await whileActive(n8n, [watching], async ([workflow]) => {
				assert.ok(workflow);
				await panel.change({ balance: 999 });
				await untilExecutions(n8n, workflow, 1);
				assert.equal((await toldBy(n8n, workflow)).length, 1);
				const restart = n8n.endAndRestart('SIGKILL');
				await panel.change({ balance: 998 });
				await restart;
				await untilExecutions(n8n, workflow, 2);
				await twoPolls(n8n);
				assert.deepEqual(await toldBy(n8n, workflow), [
					[{ bakiye: 998, previousBakiye: 999, difference: -1 }],
					[{ bakiye: 999, previousBakiye: 1000, difference: -1 }],
				]);
			});
		},
	);

	await scenarios.run('Trigger: a wrong key fails the activation and says so', async () => {
		const wrong = await client.createCredential({
			name: 'Wrong key',
			type: 'backlinkPanelApi',
			data: { ...credential.data, apiKey: 'demo_live_wrong' },
		});
		const workflow = await client.createWorkflow(
			triggerWorkflow(wrong, { event: 'balanceChanged' }),
		);
		await assert.rejects(client.activate(workflow), /The API key was not accepted/);
		assert.equal((await client.workflow(workflow.id)).active, false);
	});
}

function inThreeDays(): string {
	return new Date(Date.now() + THREE_DAYS_MS).toISOString();
}

function pick(item: object, names: string[]): object {
	return Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));
}
