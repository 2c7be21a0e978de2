import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { SandboxClient } from '../sandbox/sandboxClient.mts';
import { inDays } from './triggerLists.mts';
import { TriggerInN8n } from './triggerEngine.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

interface EventCase {
	parameters: INodeParameters;
	/** What makes it happen, once. */
	happen(client: SandboxClient): Promise<unknown>;
	/** What comes out then. */
	item: IDataObject;
	/** What the test in the editor shows while nothing has happened. */
	sample: IDataObject;
	/** Another value in the form. */
	changed: INodeParameters;
	/** Whether what happened before the change is emitted after it: all but another event goes on. */
	isEmittedAfterChange: boolean;
}

const cases: Record<string, EventCase> = {
	balanceLow: {
		parameters: { event: 'balanceLow', threshold: 50 },
		happen: (client) => client.change({ balance: 40 }),
		item: { bakiye: 40, threshold: 50, previousBakiye: 1000 },
		sample: { bakiye: 1000, threshold: 50, previousBakiye: null },
		changed: { threshold: 60 },
		isEmittedAfterChange: true,
	},
	balanceChanged: {
		parameters: { event: 'balanceChanged' },
		happen: (client) => client.change({ balance: 990 }),
		item: { bakiye: 990, previousBakiye: 1000, difference: -10 },
		sample: { bakiye: 1000, previousBakiye: null, difference: null },
		changed: { event: 'balanceLow' },
		isEmittedAfterChange: false,
	},
	orderCreated: {
		parameters: { event: 'orderCreated' },
		happen: (client) => client.addOrders({ type: 'article', count: 1, baslik: 'Yeni yazı' }),
		item: { orderType: 'article', target: 'Yeni yazı', endsAt: null },
		sample: { orderType: 'backlink', id: 'bl_000003' },
		changed: { orderType: 'article' },
		isEmittedAfterChange: true,
	},
	orderStatusChanged: {
		parameters: { event: 'orderStatusChanged' },
		happen: (client) => client.changeOrder('bl_000002', { durum: 'İPTAL' }),
		item: { id: 'bl_000002', previousStatus: 'aktif', status: 'İPTAL' },
		sample: { id: 'bl_000003', previousStatus: null, status: 'aktif' },
		changed: { statuses: ['İPTAL'] },
		isEmittedAfterChange: true,
	},
	placementExpiring: {
		parameters: { event: 'placementExpiring' },
		happen: (client) => client.changeOrder('bl_000002', { bitis: inDays(3) }),
		item: { id: 'bl_000002', daysLeft: 3, endsAt: expect.any(String) },
		sample: { orderType: 'backlink', daysLeft: 20, endsAt: expect.any(String) },
		changed: { withinDays: 8 },
		isEmittedAfterChange: true,
	},
};

describe.each(Object.entries(cases))('%s', (_event, event) => {
	let trigger: TriggerInN8n;

	beforeEach(async () => {
		await panel.client.addOrders({ type: 'backlink', count: 3, bitis: inDays(20) });
		await panel.client.addOrders({ type: 'article', count: 2 });
		trigger = new TriggerInN8n({ parameters: event.parameters, credential: panel.credential });
	});

	const theItem = [expect.objectContaining(event.item)];

	test('the first poll is the baseline, then it is emitted once', async () => {
		expect(await trigger.activate()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		await event.happen(panel.client);
		expect(await trigger.poll()).toEqual(theItem);
		expect(await trigger.poll()).toEqual([]);
	});

	test('after a restart with the data stored when it was emitted, it is not emitted again', async () => {
		await trigger.activate();
		await event.happen(panel.client);
		expect(await trigger.poll()).toEqual(theItem);
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.activate()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('what happens while n8n is down is emitted at its start, once', async () => {
		await trigger.activate();
		expect(await trigger.poll()).toEqual([]);
		await event.happen(panel.client);
		expect(await trigger.activate()).toEqual(theItem);
		expect(await trigger.activate()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('with stale data, from before it was emitted, it is emitted once more and then no more', async () => {
		await trigger.activate();
		const stale = trigger.stored;
		await event.happen(panel.client);
		await trigger.poll();
		trigger.stored = stale;
		expect(await trigger.activate()).toEqual(theItem);
		expect(await trigger.activate()).toEqual([]);
	});

	test('a poll that fails changes nothing, and the next one emits', async () => {
		await trigger.activate();
		const before = trigger.memory;
		for (const answer of ['badGateway', 'reset', 'html', 'refusal', 'truncated', 'json'] as const) {
			await panel.client.addFault({ answer, times: 1 });
			await expect(trigger.poll()).rejects.toMatchObject({ message: expect.any(String) });
		}
		await event.happen(panel.client);
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
		expect(await trigger.test()).toHaveLength(1);
		expect(await trigger.poll()).toEqual(theItem);
		expect(await trigger.test()).toHaveLength(1);
		expect(await trigger.poll()).toEqual([]);
	});

	test('a change of the node’s parameters loses nothing of what happened before it', async () => {
		await trigger.activate();
		await event.happen(panel.client);
		trigger.change({ parameters: { ...event.parameters, ...event.changed } });
		expect(await trigger.activate()).toHaveLength(event.isEmittedAfterChange ? 1 : 0);
		expect(await trigger.poll()).toEqual([]);
	});

	test('two polls at the same time emit it once', async () => {
		await trigger.activate();
		await event.happen(panel.client);
		await panel.client.addFault({ answer: 'latency', delayMs: 150 });
		const outputs = await Promise.all([trigger.poll(), trigger.poll(), trigger.poll()]);
		expect(outputs.flat()).toEqual(theItem);
		expect(await trigger.poll()).toEqual([]);
	});

	test('10,000 orders: the state stays small', async () => {
		await panel.client.addOrders({ type: 'backlink', count: 5_000, bitis: inDays(20) });
		await panel.client.addOrders({ type: 'article', count: 4_995 });
		await trigger.activate();
		const request = await millisecondsOf(() => trigger.bareRequest('/siparisler'));
		const poll = await millisecondsOf(async () => expect(await trigger.poll()).toEqual([]));
		await event.happen(panel.client);
		expect(await trigger.poll()).toEqual(theItem);
		const size = trigger.stored.length;
		console.info(`10,000 orders: poll ${poll} ms, bare request ${request} ms, state ${size} bytes`);
		expect(size).toBeLessThan(1_000_000);
		expect(await trigger.activate()).toEqual([]);
	});
});

async function millisecondsOf(task: () => Promise<unknown>): Promise<number> {
	const start = performance.now();
	await task();
	return Math.round(performance.now() - start);
}
