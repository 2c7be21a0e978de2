import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../sandbox/sandbox.mts';
import { searchOrders } from './engine.mts';
import { watchLog } from './logLines.mts';
import { listOrders } from './useTrigger.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const list = (backlinkler: unknown, tanitimlar: unknown = []) =>
	listOrders(panel.client, backlinkler as IDataObject[], tanitimlar as IDataObject[]);

describe('the list to choose from', () => {
	test('shows ID, end, anchor, target, kind and status of each order that has an ID, from one read', async () => {
		await list(
			[
				{
					id: 'a',
					hedefUrl: 'https://example.com/kilim',
					anchor: 'el dokuma kilim',
					bitis: '2031-01-01T12:00:00.000Z',
					durum: 'aktif',
				},
				{ id: 5, durum: 'bitti', bitis: '31.12.2030', anchor: null },
				{ durum: 'aktif' },
				{ id: 12345678901234567890 },
				{ id: { value: 1 } },
				'yok',
			],
			[{ tanitimId: 't', baslik: 'Halı bakımı' }],
		);
		expect(await searchOrders(panel.credential)).toEqual({
			results: [
				{
					name: 'a · 2031-01-01 · el dokuma kilim · https://example.com/kilim (backlink, aktif)',
					value: 'a',
				},
				{ name: '5 · 31.12.2030 (backlink, bitti)', value: '5' },
				{ name: 't · Halı bakımı (article)', value: 't' },
			],
			paginationToken: undefined,
		});
		const requests = await panel.client.requestsTo('/siparisler');
		expect(requests.map(({ query }) => query)).toEqual([{}]);
	});

	test.each([
		['KILIM', ['a']],
		['hali', ['t']],
		['article', ['t']],
		['aktif', ['a']],
		['', ['a', 'b-1', 't']],
	])('a search for “%s” finds %j', async (filter, values) => {
		await list(
			[
				{ id: 'a', hedefUrl: 'https://example.com/kilim', durum: 'aktif' },
				{ id: 'b-1', durum: 'bitti' },
			],
			[{ id: 't', baslik: 'Halı bakımı' }],
		);
		const { results } = await searchOrders(panel.credential, filter);
		expect(results.map(({ value }) => value)).toEqual(values);
	});

	test('an ID that both kinds have is one choice, which gives both', async () => {
		await list([{ id: 1, hedefUrl: 'https://example.com' }], [{ id: 1, baslik: 'Halı' }]);
		const { results } = await searchOrders(panel.credential);
		expect(results).toEqual([
			{ name: '1 · https://example.com (backlink) / 1 · Halı (article)', value: '1' },
		]);
	});

	test('many orders come a page at a time, each once', async () => {
		await panel.client.addOrders({ type: 'backlink', count: 250 });
		const values = [];
		let page: string | undefined;
		do {
			const { results, paginationToken } = await searchOrders(panel.credential, 'bl_', page);
			values.push(...results.map(({ value }) => value));
			page = paginationToken;
		} while (page !== undefined);
		expect(new Set(values).size).toBe(values.length);
		expect(values).toHaveLength(250);
		expect((await searchOrders(panel.credential)).results).toHaveLength(100);
	});

	test('with a full rate limit, the error says how long the service asks to wait', async () => {
		await panel.client.addFault({ answer: 'tooManyRequests', headers: { 'retry-after': '600' } });
		await expect(searchOrders(panel.credential)).rejects.toMatchObject({
			message: 'Rate limit: the service asks to come back in 10 min',
		});
	});

	test('a full page is the last one if no order is left', async () => {
		await panel.client.addOrders({ type: 'backlink', count: 100 });
		const { results, paginationToken } = await searchOrders(panel.credential);
		expect(results).toHaveLength(100);
		expect(paginationToken).toBeUndefined();
	});

	test('texts of the service come out as one short line', async () => {
		await list([
			{ id: 'a', hedefUrl: `https://example.com/\n${'x'.repeat(300)}`, durum: 'a\u202eb' },
		]);
		const [choice] = (await searchOrders(panel.credential)).results;
		expect(choice?.name).toMatch(/^a · https:\/\/example\.com\/ x{59}… \(backlink, a b\)$/);
	});

	const obstacles: Array<[string, { apiKey?: string }, Fault | undefined, string]> = [
		['another key', { apiKey: 'demo_live_wrong' }, undefined, 'The API key was not accepted'],
		['a full rate limit', {}, { answer: 'tooManyRequests' }, 'The rate limit of the service'],
		['no usable answer', {}, { answer: 'html' }, 'The service gave no usable answer'],
	];

	test.each(obstacles)('cannot be shown with %s', async (_, credential, fault, message) => {
		if (fault) await panel.client.addFault(fault);
		const log = watchLog();
		const used = { ...panel.credential, ...credential };
		const told: unknown = await searchOrders(used).catch((error: unknown) => error);
		expect(told).toMatchObject({ message: expect.stringContaining(message) });
		expect(JSON.stringify([told, log])).not.toContain(used.apiKey);
		expect((await panel.client.requestsTo('/siparisler')).length).toBeLessThanOrEqual(1);
	});
});
