import type { IDataObject } from 'n8n-workflow';

import type { ReadRequest } from '../../nodes/BacklinkPanel/api/panelRequest.ts';
import type { ReadPlan } from '../../nodes/BacklinkPanel/operations/itemPlan.ts';
import { orderGetMany } from '../../nodes/BacklinkPanel/operations/orderGetMany.ts';
import { filledIn } from './filledIn.mts';
import { limitedLists } from '../engine/limitedLists.mts';

const prepare = (changed: Record<string, unknown> = {}, timezone?: string) =>
	orderGetMany.prepare(
		filledIn(
			{ orderType: 'all', returnAll: false, limit: 50, simplify: false, ...changed },
			timezone,
		),
	);

const list = (count: number, prefix: string): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index}` }));
const account = (backlinks: number, articles: number): IDataObject => ({
	backlinkler: list(backlinks, 'b'),
	tanitimlar: list(articles, 'a'),
});

/** The two ways in which a service can count its limit. */
const services: Record<string, (all: IDataObject, limit: number) => IDataObject> = {
	perList: ({ backlinkler, tanitimlar }, limit) => ({
		backlinkler: (backlinkler as IDataObject[]).slice(0, limit),
		tanitimlar: (tanitimlar as IDataObject[]).slice(0, limit),
	}),
	inTotal: ({ backlinkler, tanitimlar }, limit) => {
		const backlinks = (backlinkler as IDataObject[]).slice(0, limit);
		return {
			backlinkler: backlinks,
			tanitimlar: (tanitimlar as IDataObject[]).slice(0, limit - backlinks.length),
		};
	},
};

/** The IDs that come out, and the requests for them. */
function ask(
	changed: Record<string, unknown>,
	answer: (request: ReadRequest) => IDataObject,
): { ids: unknown; requests: ReadRequest[] } {
	let plan: ReadPlan = prepare(changed);
	let body = answer(plan.request);
	const requests = [plan.request];
	for (let again = plan.askAgain?.(body); again; again = plan.askAgain?.(body)) {
		requests.push(again.request);
		body = answer(again.request);
		plan = again;
	}
	const result = plan.read(body);
	return { ids: result.kind === 'output' ? result.items.map(({ id }) => id) : result, requests };
}

describe.each(Object.entries(services))(
	'“Limit” is the number of items that come out, where the service counts it %s',
	(_, cut) => {
		test.each([...limitedLists, [[5, 2], 'all', 5, [3, 2]]] as const)(
			'%j orders, Type %s, Limit %i: %j',
			(counts, orderType, limit, expected) => {
				const [backlinks, articles] = expected;
				const { ids, requests } = ask({ orderType, limit }, ({ query }) => {
					const all = account(counts[0], counts[1]);
					return query === undefined ? all : cut(all, Number(query.limit));
				});
				expect(ids).toEqual([...list(backlinks, 'b'), ...list(articles, 'a')].map(({ id }) => id));
				expect(requests[0]).toMatchObject({ path: '/siparisler', query: { limit } });
				expect(requests[1]?.query).toBeUndefined();
			},
		);
	},
);

describe('a service that counts the limit in another way', () => {
	const { perList = () => ({}), inTotal = () => ({}) } = services;
	const limits = (requests: ReadRequest[]) => requests.map(({ query }) => query?.limit);

	// The last number is that of the requests; where it is 3, the service has a small limit of its own.
	test.each([
		['halves it for each list', perList, 'article', 5, [0, 5], 2],
		['halves it for each list', perList, 'article', 6, [0, 6], 2],
		['halves it in total', inTotal, 'backlink', 7, [7, 0], 2],
		['halves it in total', inTotal, 'all', 6, [3, 3], 2],
		['halves it for each list', perList, 'article', 40, [0, 40], 3],
		['halves it for each list', perList, 'backlink', 50, [50, 0], 3],
	] as const)('%s, %#', (_, cut, orderType, limit, counts, count) => {
		const unlimited = count === 3 ? 20 : 60;
		const { ids, requests } = ask({ orderType, limit }, ({ query }) =>
			query
				? cut(account(60, 60), Math.floor(Number(query.limit) / 2))
				: account(unlimited, unlimited),
		);
		expect(ids).toEqual([...list(counts[0], 'b'), ...list(counts[1], 'a')].map(({ id }) => id));
		expect(limits(requests)).toEqual([limit, undefined, 2 * limit].slice(0, count));
	});

	test.each([
		['for each list', perList, 'article', [60, 60], 20],
		['for each list', perList, 'article', [0, 60], 20],
		['for each list', perList, 'backlink', [60, 7], 25],
		['in total', inTotal, 'article', [12, 60], 20],
		['in total', inTotal, 'all', [12, 60], 10],
	] as const)('has a maximum of its own %s, %#', (_, cut, orderType, counts, maximum) => {
		const all = account(counts[0], counts[1]);
		const { ids, requests } = ask({ orderType, limit: 30 }, ({ query }) =>
			query ? cut(all, Math.min(maximum, Number(query.limit))) : all,
		);
		expect(ids).toHaveLength(30);
		expect(limits(requests)).toEqual([30, undefined]);
	});

	test('and lists no more than half in any way, is asked three times', () => {
		const { ids, requests } = ask({ orderType: 'backlink', limit: 9 }, () => account(4, 0));
		expect(ids).toHaveLength(4);
		expect(limits(requests)).toEqual([9, undefined, 18]);
	});

	test('and cannot answer the third time, is a failure', () => {
		const { ids } = ask({ orderType: 'backlink', limit: 9 }, ({ query }) =>
			query?.limit === 18 ? { backlinkler: 'yok' } : account(4, 0),
		);
		expect(ids).toMatchObject({ kind: 'failure', reason: 'unexpectedAnswer' });
	});
});

describe('the service is asked a second time, without a limit,', () => {
	test.each([
		// backlinks and articles in the first answer, Type, Limit, whether something may be missing
		['fewer orders than the limit', [3, 3], 'article', 50, false],
		['each list counted by itself', [5, 2], 'article', 5, false],
		['as many as the limit in one list', [5, 1], 'article', 5, false],
		['no orders at all', [0, 0], 'all', 1, false],
		['a number that is nearly half', [3, 0], 'backlink', 8, false],
		['a number that is nearly half', [5, 0], 'backlink', 8, false],
		['half in a list that is not wanted', [4, 1], 'article', 8, false],
		['a round number in a list that is not wanted', [20, 1], 'article', 30, false],
		['a number that is not round', [21, 0], 'backlink', 30, false],
		['a number that is not round', [110, 0], 'backlink', 500, false],
		['a number that begins round', [101, 0], 'backlink', 500, false],
		['a round number', [100, 0], 'backlink', 500, true],
		['a round number in total', [13, 12], 'article', 30, true],
		['a full share of each', [3, 3], 'all', 6, false],
		['a full share of each, the odd one a backlink', [3, 2], 'all', 5, false],
		['a short list beside a full other one', [4, 1], 'article', 5, true],
		['a share that is short by one', [4, 2], 'all', 6, true],
		['an odd share that is short by one', [2, 3], 'all', 5, true],
	] as const)('where needed: %s', (_, counts, orderType, limit, isAsked) => {
		const terms = prepare({ orderType, limit });
		const again = terms.askAgain?.(account(counts[0], counts[1]));
		expect(again !== undefined).toBe(isAsked);
	});

	test('where a list that was not wanted has another form, so that it cannot be counted', () => {
		const terms = prepare({ orderType: 'article', limit: 5 });
		const body = { backlinkler: 'yok', tanitimlar: list(2, 'a') };
		expect(terms.askAgain?.(body)).toBeDefined();
		expect(terms.askAgain?.({ ...body, tanitimlar: list(5, 'a') })).toBeUndefined();
	});

	test('but not where the first answer cannot be used', () => {
		const terms = prepare({ orderType: 'article', limit: 5 });
		expect(terms.askAgain?.({ backlinkler: list(5, 'b'), tanitimlar: 'yok' })).toBeUndefined();
	});

	test('and the longer list counts: without a limit it may have one of its own', () => {
		const { ids } = ask({ limit: 5 }, ({ query }) => (query ? account(5, 0) : account(2, 1)));
		expect(ids).toEqual(list(5, 'b').map(({ id }) => id));
		const same = ask({ limit: 2 }, ({ query }) => (query ? account(2, 0) : account(1, 1)));
		expect(same.ids).toEqual(['b0', 'a0']);
	});

	test('and an answer that cannot be used is the failure', () => {
		const { ids } = ask({ orderType: 'article', limit: 5 }, ({ query }) =>
			query ? account(5, 0) : { backlinkler: [], tanitimlar: 'yok' },
		);
		expect(ids).toMatchObject({ kind: 'failure', reason: 'unexpectedAnswer' });
	});
});

describe('“Return All”', () => {
	test('asks once, without a limit, and returns all', () => {
		const { ids, requests } = ask({ returnAll: true, limit: 'many' }, () => account(70, 2));
		expect(ids).toHaveLength(72);
		expect(requests).toMatchObject([{ path: '/siparisler', query: undefined }]);
	});
});

test('only the form of the lists that are wanted matters', () => {
	const body = { backlinkler: 'yok', tanitimlar: list(1, 'a') };
	expect(prepare({ orderType: 'article' }).read(body)).toMatchObject({ items: [{ id: 'a0' }] });
	expect(prepare().read(body)).toMatchObject({ reason: 'unexpectedAnswer' });
});

test('simplified, an end is read in the workflow’s time zone', () => {
	const body = { backlinkler: [{ id: 1, bitis: '2027-01-01 12:00' }] };
	expect(prepare({ simplify: true }, 'Europe/Istanbul').read(body)).toMatchObject({
		items: [{ orderType: 'backlink', id: 1, status: null, endsAt: '2027-01-01T09:00:00.000Z' }],
	});
});

test.each([
	[{ orderType: 'none' }, '“Type” has to be one of all, article, backlink'],
	[{ limit: 0 }, '“Limit” has to be a whole number from 1 to 1,000,000'],
	[{ limit: 1_000_001 }, '“Limit” has to be a whole number from 1 to 1,000,000'],
	[{ limit: 2.5 }, '“Limit” has to be a whole number'],
	[{ returnAll: 'perhaps' }, '“Return All” has to be true or false'],
	[{ simplify: 'perhaps' }, '“Simplify” has to be true or false'],
])('%j is refused before anything is sent', (changed, words) => {
	expect(() => prepare(changed)).toThrow(words);
});
