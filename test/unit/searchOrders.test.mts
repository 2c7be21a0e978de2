import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { searchOrders } from '../../nodes/BacklinkPanel/operations/orderGet.ts';

let keysSoFar = 0;

/** The menu in n8n's editor, over a service that answers so. Each has a key, and so a rate limit, of its own. */
function menuOver(body: IDataObject, credential: IDataObject = {}) {
	keysSoFar += 1;
	const apiKey = `demo_live_${keysSoFar}`;
	const queries: unknown[] = [];
	const functions = {
		getNode: () => ({ name: 'Backlink Panel', type: 'backlinkPanel', parameters: {} }),
		getCredentials: async () =>
			await Promise.resolve({ baseUrl: 'https://panel.example.com', apiKey, ...credential }),
		helpers: {
			httpRequestWithAuthentication: async (_type: string, { qs }: { qs: unknown }) => {
				queries.push(qs);
				return await Promise.resolve({ statusCode: 200, headers: {}, body: { ok: true, ...body } });
			},
		},
	};
	const search = async (filter?: string, page?: string) =>
		// Nothing else of n8n is used.
		await searchOrders.call(functions as unknown as ILoadOptionsFunctions, filter, page);
	return { search, queries };
}

const few: IDataObject = {
	backlinkler: [
		{ id: 'a', hedefUrl: 'https://example.com/kilim', durum: 'aktif' },
		{ id: 5, durum: 'bitti' },
		{ durum: 'aktif' },
		{ id: { value: 1 } },
	],
	tanitimlar: [{ tanitimId: ' t ', baslik: 'Halı bakımı' }],
};

test('each order that has an ID is shown by its target, kind and status, from one read', async () => {
	const { search, queries } = menuOver(few);
	expect(await search()).toEqual({
		results: [
			{ name: 'https://example.com/kilim (backlink, aktif)', value: 'a' },
			{ name: '5 (backlink, bitti)', value: '5' },
			{ name: 'Halı bakımı (article)', value: 't' },
		],
		paginationToken: undefined,
	});
	expect(queries).toEqual([undefined]);
});

test.each([
	['KILIM', ['a']],
	['HALI bak', ['t']],
	['hali', ['t']],
	['article', ['t']],
	['bitti', ['5']],
	['nothing like it', []],
])('a search for “%s” finds %j', async (filter, values) => {
	const { results } = await menuOver(few).search(filter);
	expect(results.map(({ value }) => value)).toEqual(values);
});

test('an ID that both kinds have is one choice, which gives both', async () => {
	const { search } = menuOver({
		backlinkler: [
			{ id: 1, hedefUrl: 'https://example.com' },
			{ id: 1, hedefUrl: 'https://example.com' },
		],
		tanitimlar: [{ id: '1', baslik: 'Halı' }],
	});
	expect((await search()).results).toEqual([
		{ name: 'https://example.com (backlink) · Halı (article)', value: '1' },
	]);
});

describe('many orders come a page of 100 at a time, each once', () => {
	const orders = (count: number): IDataObject => ({
		backlinkler: Array.from({ length: count }, (_, id) => ({ id })),
	});
	const idsFrom = (first: number, count: number) =>
		Array.from({ length: count }, (_, index) => String(first + index));

	test.each([
		[100, undefined, 0, 100, undefined],
		[101, undefined, 0, 100, '100'],
		[101, '100', 100, 1, undefined],
		[250, '100', 100, 100, '200'],
	])('%i orders, page %j', async (count, page, first, shown, next) => {
		const { results, paginationToken } = await menuOver(orders(count)).search('', page);
		expect(results.map(({ value }) => value)).toEqual(idsFrom(first, shown));
		expect(paginationToken).toBe(next);
	});
});

test.each([
	['a list in another form', { backlinkler: 'yok' }, {}, 'another format than documented'],
	['no Base URL', few, { baseUrl: '' }, 'The Base URL is empty'],
	['a refusal', { ok: false }, {}, 'The service refused the request'],
])('with %s it says why it cannot be shown', async (_, body, credential, words) => {
	await expect(menuOver(body, credential).search()).rejects.toThrow(words);
});
