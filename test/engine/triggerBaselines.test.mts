import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { watchLog } from './logLines.mts';
import type { TriggerInN8n, TriggerSettings } from './triggerEngine.mts';
import { inDays, order, orders, ids, useTrigger } from './useTrigger.mts';

const { panel, triggerOf, list, answerWith, useAnotherKey } = useTrigger();

const nothing = { ok: true, backlinkler: null, tanitimlar: null };
const newBaselines = (log: string[]) => log.filter((line) => line.includes('new baseline'));

/** Orders before and after a change: “a” has another status and ends soon, “c” is new. */
const before = [order('a'), order('b')];
const after = [
	order('a', 'bitti', { asama: 'bitti', bitis: inDays(1) }),
	order('b', 'yeni', { no: 'b' }),
	order('c'),
];
const told: Record<string, string[]> = {
	orderCreated: ['c'],
	orderStatusChanged: ['a'],
	placementExpiring: ['a'],
};

describe('the state belongs to the settings of the node', () => {
	/** Changes the orders, then the node. @returns items of the next poll, and lines of the log on baselines */
	async function afterChange(
		event: string,
		change: (trigger: TriggerInN8n) => Partial<TriggerSettings> | Promise<void>,
	) {
		const log = watchLog();
		const trigger = triggerOf({ event });
		await list(before);
		await trigger.activate();
		await list(after);
		const settings = await change(trigger);
		if (settings) trigger.change(settings);
		const items = ids(await trigger.activate());
		expect(await trigger.poll()).toEqual([]);
		return { items, baselines: newBaselines(log) };
	}

	const form = (event: string, more: INodeParameters) => ({ parameters: { event, ...more } });
	const changes: Array<[string, string, () => Partial<TriggerSettings>]> = [
		['Order Type', 'orderCreated', () => form('orderCreated', { orderType: 'backlink' })],
		[
			'Order ID Field',
			'orderCreated',
			() => form('orderCreated', { options: { orderIdField: 'durum' } }),
		],
		[
			'Status Field',
			'orderStatusChanged',
			() => form('orderStatusChanged', { options: { statusField: 'asama' } }),
		],
		['the event', 'orderCreated', () => form('orderStatusChanged', {})],
		['the credential', 'orderCreated', () => ({ credentialId: '2' })],
		[
			'the Base URL',
			'orderStatusChanged',
			() => ({
				credential: { ...panel.credential, baseUrl: panel.url.replace('127.0.0.1', 'localhost') },
			}),
		],
	];

	test.each(changes)(
		'%s changed: the next poll is the baseline, and the log says so',
		async (_, event, change) => {
			const { items, baselines } = await afterChange(event, change);
			expect(items).toEqual([]);
			expect(baselines).toEqual([expect.stringContaining('settings or credential changed')]);
		},
	);

	test('“Emit Existing Orders” switched on: the next poll emits them, once', async () => {
		const { items } = await afterChange('orderCreated', () =>
			form('orderCreated', { emitExisting: true, simplify: false }),
		);
		expect(items).toEqual(['a', 'b', 'c']);
	});

	test('another End Date Field: placements that end soon by it are emitted, as on a first poll', async () => {
		const { items } = await afterChange('placementExpiring', () =>
			form('placementExpiring', { options: { endDateField: 'bitis' } }),
		);
		expect(items).toEqual(['a']);
	});

	test.each(Object.entries(told))(
		'%s: a renewed key of the account changes nothing, nor do the other fields',
		async (event, items) => {
			const others = { simplify: true, statuses: ['bitti'], withinDays: 8 };
			expect(await afterChange(event, useAnotherKey)).toEqual({ items, baselines: [] });
			expect(await afterChange(event, () => form(event, others))).toEqual({ items, baselines: [] });
		},
	);

	test('n8n keeps the state under the node’s name: a renamed node takes a new baseline', async () => {
		const { items } = await afterChange('orderCreated', () => ({ name: 'New orders' }));
		expect(items).toEqual([]);
	});

	test('a state of an earlier version of this package is not read', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		trigger.stored = JSON.stringify({ 'node:Trigger': { version: 2, state: { orders: ['x'] } } });
		await list(before);
		expect(await trigger.activate()).toEqual([]);
		await list(after);
		expect(ids(await trigger.poll())).toEqual(['c']);
	});
});

describe('a list without any known order is that of another account', () => {
	test.each(Object.keys(told))('%s: it is the new baseline, also over a restart', async (event) => {
		const log = watchLog();
		const trigger = triggerOf({ event, ...(event === 'orderCreated' && { emitExisting: true }) });
		await list(orders('x', 3));
		await trigger.activate();
		await useAnotherKey(trigger);
		await list(before);
		expect(await trigger.activate()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		expect(newBaselines(log)).toHaveLength(1);
		await list(after);
		expect(ids(await trigger.poll())).toEqual(told[event]);
	});

	test.each<[string, IDataObject[], IDataObject[]]>([
		['there was no order before', [], [order('first')]],
		['a known order is listed too', orders('x', 2), [...orders('x', 1), order('first')]],
	])('but not if %s: a new order is emitted after the key was renewed', async (_, known, now) => {
		const log = watchLog();
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(known);
		await trigger.activate();
		await useAnotherKey(trigger);
		await list(now);
		expect(ids(await trigger.activate())).toEqual(['first']);
		expect(newBaselines(log)).toEqual([]);
	});

	test('not if the last list was empty, because all orders had ended', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('x', 2));
		await trigger.activate();
		await list([]);
		expect(await trigger.poll()).toEqual([]);
		await list([order('next')]);
		expect(ids(await trigger.poll())).toEqual(['next']);
	});

	test('not if the first article appears while the last backlink disappears', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list([order('a')]);
		await trigger.activate();
		await list([], [order('y')]);
		expect(ids(await trigger.poll())).toEqual(['y']);
	});
});

describe('an answer without lists is no baseline', () => {
	test.each(Object.entries(told))('%s: the next answer is the baseline', async (event, items) => {
		const trigger = triggerOf({ event });
		await answerWith(nothing);
		expect(await trigger.activate()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		await list(before, orders('y', 4));
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.activate()).toEqual([]);
		await list(after, orders('y', 4));
		expect(ids(await trigger.poll())).toEqual(items);
	});

	test('each list has a baseline of its own', async () => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await answerWith({ ok: true, backlinkler: orders('a', 3), tanitimlar: null });
		await trigger.activate();
		await list([...orders('a', 3), order('news')], orders('y', 4));
		expect(ids(await trigger.poll())).toEqual(['news']);
		await list(orders('a', 3), orders('y', 5));
		expect(ids(await trigger.poll())).toEqual(['y4']);
	});

	test('“Emit Existing Orders” emits the orders of the first answer with lists', async () => {
		const trigger = triggerOf({ event: 'orderCreated', emitExisting: true });
		await answerWith(nothing);
		expect(await trigger.activate()).toEqual([]);
		await list(orders('a', 2));
		expect(await trigger.poll()).toHaveLength(2);
		expect(await trigger.poll()).toEqual([]);
	});

	test.each([nothing, { ok: true }])('a later answer %j loses no orders', async (body) => {
		const trigger = triggerOf({ event: 'orderCreated' });
		await list(orders('a', 4), orders('y', 4));
		await trigger.activate();
		await answerWith(body);
		await trigger.poll().catch(() => []);
		await list([...orders('a', 4), order('news')], orders('y', 4));
		expect(ids(await trigger.poll())).toEqual(['news']);
	});
});
