import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { SandboxClient } from '../sandbox/sandboxClient.mts';
import { events, inDays, order, orders, ids, useTrigger } from './useTrigger.mts';
import { TriggerInN8n } from './triggerEngine.mts';

const { panel, list, triggerOf } = useTrigger();

interface EventCase {
	parameters: INodeParameters;
	/** Makes the event happen once. */
	happen(client: SandboxClient): Promise<unknown>;
	item: IDataObject;
	/** Item that the test in the editor shows before the event. */
	sample: IDataObject;
	/** Other value of a field that does not affect the stored state. */
	changed: INodeParameters;
}

const cases: Record<string, EventCase> = {
	balanceLow: {
		parameters: { event: 'balanceLow', threshold: 50 },
		happen: (client) => client.change({ balance: 40 }),
		item: { bakiye: 40, threshold: 50, previousBakiye: 1000 },
		sample: { bakiye: 1000, threshold: 50, previousBakiye: null },
		changed: { threshold: 60 },
	},
	balanceChanged: {
		parameters: { event: 'balanceChanged' },
		happen: (client) => client.change({ balance: 990 }),
		item: { bakiye: 990, previousBakiye: 1000, difference: -10 },
		sample: { bakiye: 1000, previousBakiye: null, difference: null },
		changed: {},
	},
	orderCreated: {
		parameters: { event: 'orderCreated' },
		happen: (client) => client.addOrders({ type: 'article', count: 1, baslik: 'Yeni yazı' }),
		item: { orderType: 'article' },
		sample: { orderType: 'backlink', id: 'bl_000003' },
		changed: { simplify: false },
	},
	orderStatusChanged: {
		parameters: { event: 'orderStatusChanged' },
		happen: (client) => client.changeOrder('bl_000002', { durum: 'İPTAL' }),
		item: { id: 'bl_000002', previousStatus: 'aktif', status: 'İPTAL' },
		sample: { id: 'bl_000003', status: 'aktif' },
		changed: { statuses: ['İPTAL'] },
	},
	placementExpiring: {
		parameters: { event: 'placementExpiring' },
		happen: (client) => client.changeOrder('bl_000002', { bitis: inDays(3) }),
		item: { id: 'bl_000002', daysLeft: 3, endsAt: expect.any(String) },
		sample: { orderType: 'backlink', daysLeft: 20, endsAt: expect.any(String) },
		changed: { withinDays: 8 },
	},
};

test('each event of the menu has a case', () => {
	expect(Object.keys(cases).sort()).toEqual(events);
});

describe.each(Object.entries(cases))('%s', (_event, event) => {
	const newTrigger = () =>
		new TriggerInN8n({ parameters: event.parameters, credential: panel.credential });
	let trigger: TriggerInN8n;

	beforeEach(async () => {
		await panel.client.addOrders({ type: 'backlink', count: 3, bitis: inDays(20) });
		await panel.client.addOrders({ type: 'article', count: 2 });
		trigger = newTrigger();
	});

	const theItem = [expect.objectContaining(event.item)];

	test('the first poll is the baseline, then it is emitted once', async () => {
		expect(await trigger.activate()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		await event.happen(panel.client);
		expect(await trigger.poll()).toEqual(theItem);
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.activate()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('an event while n8n is down is emitted once, at the start of n8n', async () => {
		await trigger.activate();
		await event.happen(panel.client);
		expect(await trigger.activate()).toEqual(theItem);
		expect(await trigger.activate()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('a poll that fails changes nothing, and the next one emits', async () => {
		await trigger.activate();
		const before = trigger.memory;
		await event.happen(panel.client);
		for (const answer of ['reset', 'html', 'refusal', 'json'] as const) {
			await panel.client.addFault({ answer, times: 1 });
			await expect(trigger.poll()).rejects.toMatchObject({ message: expect.any(String) });
		}
		await panel.client.addFault({ answer: 'badGateway', times: 1 });
		await expect(trigger.poll()).rejects.toMatchObject({
			message: 'The service gave no usable answer',
			failure: { cause: 'temporarily-unavailable' },
		});
		expect(trigger.memory).toBe(before);
		expect(await trigger.poll()).toEqual(theItem);
	});

	test('a test in the editor shows real data and uses nothing up', async () => {
		expect(await trigger.test()).toEqual([expect.objectContaining(event.sample)]);
		await trigger.activate();
		await event.happen(panel.client);
		expect(await trigger.test()).toHaveLength(1);
		expect(await trigger.poll()).toEqual(theItem);
		expect(await trigger.test()).toHaveLength(1);
		expect(await trigger.poll()).toEqual([]);
	});

	test('a change of the fields that filter or format items loses nothing', async () => {
		await trigger.activate();
		await event.happen(panel.client);
		trigger.change({ parameters: { ...event.parameters, ...event.changed } });
		expect(await trigger.activate()).toHaveLength(1);
		expect(await trigger.poll()).toEqual([]);
	});

	test('two polls at the same time emit it once, and another trigger emits it too', async () => {
		const other = newTrigger();
		await trigger.activate();
		await other.activate();
		await event.happen(panel.client);
		await panel.client.addFault({ answer: 'latency', delayMs: 150 });
		const outputs = await Promise.all([trigger.poll(), trigger.poll(), other.poll()]);
		expect(outputs).toEqual([theItem, [], theItem]);
		expect(await trigger.poll()).toEqual([]);
	});
});

test.each<[string, () => IDataObject, unknown[]]>([
	['orderCreated', () => order('news'), ['news']],
	['orderStatusChanged', () => order('a7', 'bitti'), ['a7']],
	['placementExpiring', () => order('a7', 'yeni', { bitis: inDays(1) }), ['a7']],
])(
	'%s: with more orders than are remembered, none is emitted twice, and the state stays small',
	async (event, happened, emitted) => {
		const many = orders('a', 10_500);
		const trigger = triggerOf({ event });
		await list(many);
		expect(await trigger.activate()).toEqual([]);
		await list([...many.filter(({ id }) => id !== 'a7'), happened()]);
		expect(ids(await trigger.poll())).toEqual(emitted);
		expect(await trigger.activate()).toEqual([]);
		expect(trigger.stored.length).toBeLessThan(500_000);
	},
);

test('two triggers of one workflow with one node ID, polled at the same moment: both emit', async () => {
	const { client, credential } = panel;
	const [balance, created] = [
		['Balance', 'balanceChanged'],
		['Orders', 'orderCreated'],
	].map(
		([name, event = '']) =>
			new TriggerInN8n({ parameters: { event }, credential, name, workflowId: 'one node ID' }),
	);
	await Promise.all([balance?.activate(), created?.activate()]);
	for (const round of [1, 2]) {
		await client.change({ balance: round });
		await client.addOrders({ type: 'backlink', count: 1 });
		const told = await Promise.all([balance?.poll(), created?.poll()]);
		expect([round, ...told.map((items) => items?.length)]).toEqual([round, 1, 1]);
	}
});
