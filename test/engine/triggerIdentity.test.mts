import { inDays, listOrders } from './triggerLists.mts';
import { TriggerInN8n } from './triggerEngine.mts';
import { watchLog } from './logLines.mts';
import { ids } from './useTrigger.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const triggerOf = (event: string) =>
	new TriggerInN8n({ parameters: { event }, credential: panel.credential });

/** Lists orders as JSON text, since some IDs cannot be written as a value. */
const listText = async (...backlinks: string[]) => {
	await panel.client.clearFaults();
	await panel.client.addFault({
		answer: 'json',
		path: '/siparisler',
		body: `{"ok":true,"backlinkler":[${backlinks.join(',')}],"tanitimlar":[]}`,
	});
};
const order = (id: string, durum: string) =>
	`{"id":${id},"durum":"${durum}","bitis":"${inDays(durum === 'bitti' ? 1 : 30)}"}`;

/** Orders without an ID of their own, each beside two that can. */
const withoutOwnId: Array<[string, string[]]> = [
	['null', ['{"id":null,"durum":"a"}']],
	['missing', ['{"durum":"a"}']],
	['empty', ['{"id":"","durum":"a"}']],
	['white space', ['{"id":"  ","durum":"a"}']],
	['an object', ['{"id":{"no":1},"durum":"a"}']],
	['a list', ['{"id":[1],"durum":"a"}']],
	['true', ['{"id":true,"durum":"a"}']],
	['a number above 2^53', ['{"id":9007199254740993,"durum":"a"}']],
	['a number with digits after the point', ['{"id":1.5,"durum":"a"}']],
	['no number', ['{"id":"NaN","durum":"a"}', '{"id":"NaN","durum":"b"}']],
	['one that two orders share', ['{"id":"x","durum":"a"}', '{"id":"x","durum":"b"}']],
	[
		'one that three orders share',
		['{"id":"x","durum":"a"}', '{"id":"x","durum":"b"}', '{"id":"x","durum":"a"}'],
	],
	['none, as it is no order at all', ['null', '"siparis"', '7']],
];

describe.each(withoutOwnId)('an order of many with an ID that is %s', (_, left) => {
	test.each(['orderCreated', 'orderStatusChanged', 'placementExpiring'])(
		'%s follows the others, and a line a start says how many are left out',
		async (event) => {
			const log = watchLog();
			const trigger = triggerOf(event);
			await listText(order('"a"', 'yeni'), ...left, order('"b"', 'yeni'));
			expect(await trigger.activate()).toEqual([]);
			expect(await trigger.poll()).toEqual([]);
			await listText(...left, order('"b"', 'bitti'), order('"a"', 'yeni'), order('"c"', 'yeni'));
			expect(ids(await trigger.poll())).toEqual([event === 'orderCreated' ? 'c' : 'b']);
			expect(await trigger.poll()).toEqual([]);
			expect(log.filter((line) => line.includes('are ignored'))).toEqual([
				expect.stringContaining(`are ignored: ${left.length} of ${left.length + 2}.`),
			]);

			expect(await trigger.activate()).toEqual([]);
			expect(await trigger.poll()).toEqual([]);
			expect(log.filter((line) => line.includes('are ignored'))).toHaveLength(2);
		},
	);
});

test('an order that gets its ID later is emitted then', async () => {
	const trigger = triggerOf('orderCreated');
	await listText(order('1', 'a'));
	await trigger.activate();
	await listText(order('1', 'a'), order('null', 'b'));
	expect(await trigger.poll()).toEqual([]);
	await listText(order('1', 'a'), order('2', 'b'));
	expect(ids(await trigger.poll())).toEqual([2]);
});

test('articles that have no ID do not hold up the backlinks', async () => {
	const log = watchLog();
	const trigger = triggerOf('orderCreated');
	await listOrders(panel.client, [{ id: 'a' }], [{ baslik: 'x' }, { baslik: 'y' }]);
	await trigger.activate();
	await listOrders(panel.client, [{ id: 'a' }, { id: 'b' }], [{ baslik: 'x' }, { baslik: 'z' }]);
	expect(ids(await trigger.poll())).toEqual(['b']);
	expect(log.join()).toContain('are ignored: 2 of 3. No field with the ID of an order was found');
});

test('but where nothing else is watched, they are reported', async () => {
	await listOrders(panel.client, [{ id: 'a' }], [{ baslik: 'x' }]);
	const trigger = new TriggerInN8n({
		parameters: { event: 'orderCreated', orderType: 'article' },
		credential: panel.credential,
	});
	await expect(trigger.activate()).rejects.toThrow('No field with the ID of an order was found');
});

test('what is not watched is not mentioned', async () => {
	const log = watchLog();
	const trigger = new TriggerInN8n({
		parameters: { event: 'orderCreated', orderType: 'backlink' },
		credential: panel.credential,
	});
	await listOrders(panel.client, [{ id: 'a' }], [{ baslik: 'x' }]);
	expect(await trigger.activate()).toEqual([]);
	expect(log.join()).not.toContain('are ignored');
});

test('a key of an API in an order does not get into the log', async () => {
	const log = watchLog();
	await listText(order('"a"', 'yeni'), `{"id":null,"not":"${panel.credential.apiKey}"}`);
	await triggerOf('orderCreated').activate();
	expect(log.join()).toContain('are ignored: 1 of 2');
	expect(log.join()).not.toContain(String(panel.credential.apiKey));
});

test('two triggers of one workflow with one node ID, polled at the same moment: both tell', async () => {
	const [balance, created] = [
		['Balance', 'balanceChanged'],
		['Orders', 'orderCreated'],
	].map(
		([name, event]) =>
			new TriggerInN8n({
				parameters: { event: event ?? '' },
				credential: panel.credential,
				name,
				workflowId: 'triggers with one ID',
			}),
	);
	await Promise.all([balance?.activate(), created?.activate()]);
	for (const round of [1, 2]) {
		await panel.client.change({ balance: round });
		await panel.client.addOrders({ type: 'backlink', count: 1 });
		const told = await Promise.all([balance?.poll(), created?.poll()]);
		expect([round, ...told.map((items) => items?.length)]).toEqual([round, 1, 1]);
	}
});
