import { watchLog } from './logLines.mts';
import type { TriggerInN8n } from './triggerEngine.mts';
import { inDays, order, orders } from './triggerLists.mts';
import { ids, useTrigger } from './useTrigger.mts';

const { panel, triggerOf, list, answerWith } = useTrigger();

let keysSoFar = 0;

/** Another key in the same credential; the service knows both. */
async function changeKey(trigger: TriggerInN8n): Promise<void> {
	const apiKey = `demo_live_another_${process.pid}_${++keysSoFar}`;
	await panel.client.change({ apiKeys: [String(panel.credential.apiKey), apiKey] });
	trigger.change({ credential: { ...panel.credential, apiKey } });
}
const changeKeyBack = (trigger: TriggerInN8n) => trigger.change({ credential: panel.credential });

describe('another account behind the node', () => {
	test.each(['orderCreated', 'orderStatusChanged'])(
		'%s: another account’s key in the same credential is a new baseline, and the log says so',
		async (event) => {
			const log = watchLog();
			const trigger = triggerOf({ event, ...(event === 'orderCreated' && { emitExisting: true }) });
			await list(orders('a', 40));
			await trigger.activate();
			await changeKey(trigger);
			await list(orders('b', 40));
			expect(await trigger.poll()).toEqual([]);
			expect(await trigger.poll()).toEqual([]);
			expect(log.filter((line) => line.includes('another account'))).toHaveLength(1);
			await list([...orders('b', 39), order('b39', 'bitti'), order('news')]);
			expect(ids(await trigger.poll())).toEqual([event === 'orderCreated' ? 'news' : 'b39']);
		},
	);

	test('also if n8n was restarted meanwhile', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 40));
		await trigger.activate();
		await changeKey(trigger);
		await list(orders('b', 40));
		expect(await trigger.activate()).toEqual([]);
		expect(await trigger.activate()).toEqual([]);
	});

	test('back again, what came to the first account meanwhile is emitted, and nothing else', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 40));
		await trigger.activate();
		await changeKey(trigger);
		await list(orders('b', 40));
		await trigger.poll();
		changeKeyBack(trigger);
		await list([...orders('a', 40), order('news')]);
		expect(ids(await trigger.poll())).toEqual(['news']);
	});

	test('a renewed key of the same account loses nothing', async () => {
		const log = watchLog();
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 40));
		await trigger.activate();
		await changeKey(trigger);
		await list([order('news'), ...orders('a', 3)]);
		expect(ids(await trigger.activate())).toEqual(['news']);
		expect(log.join()).not.toContain('another account');
	});

	test('a list that the service trims to orders that all came since, with the same key, is emitted', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 40));
		await trigger.activate();
		await list(orders('b', 20));
		expect(await trigger.poll()).toHaveLength(20);
	});

	test('a list that is cleared and filled again', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 40));
		await trigger.activate();
		await list([]);
		expect(await trigger.poll()).toEqual([]);
		await list([...orders('a', 40), order('news')]);
		expect(ids(await trigger.poll())).toEqual(['news']);
	});

	test('the account has no orders: its first one is emitted', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 40));
		await trigger.activate();
		await changeKey(trigger);
		await list([], []);
		expect(await trigger.poll()).toEqual([]);
		await list([order('first')]);
		expect(ids(await trigger.poll())).toEqual(['first']);
	});

	test('its lists are null at first: whose they are is still asked when they come', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 40));
		await trigger.activate();
		await changeKey(trigger);
		await answerWith({ ok: true, backlinkler: null, tanitimlar: null });
		expect(await trigger.poll()).toEqual([]);
		await list(orders('b', 40));
		expect(await trigger.poll()).toEqual([]);
	});

	test('a poll that fails in between does not hide it', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 40));
		await trigger.activate();
		await changeKey(trigger);
		await answerWith({ ok: true });
		await expect(trigger.poll()).rejects.toThrow();
		await list(orders('b', 40));
		expect(await trigger.poll()).toEqual([]);
	});

	test('Placement Expiring begins anew: it emits what ends soon there, not what has ended', async () => {
		const trigger = triggerOf({ event: 'placementExpiring', withinDays: 7 });
		await list([order('a')]);
		await trigger.activate();
		await changeKey(trigger);
		await list([
			order('soon', 'yeni', { bitis: inDays(3) }),
			order('past', 'yeni', { bitis: new Date(Date.now() - 1).toISOString() }),
		]);
		expect(ids(await trigger.poll())).toEqual(['soon']);
		expect(await trigger.poll()).toEqual([]);
	});

	test('nothing of the key is kept', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 1));
		await trigger.activate();
		const { access } = JSON.parse(trigger.stored)['node:Trigger'];
		expect(access).toEqual({ credential: expect.any(String), key: expect.any(String) });
		expect(access.key).toHaveLength(6);
	});
});
