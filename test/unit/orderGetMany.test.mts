import type { IDataObject } from 'n8n-workflow';

import type { ReadRequest } from '../../nodes/BacklinkPanel/api/panelRequest.ts';
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
	const terms = prepare(changed);
	const requests = [terms.request];
	const first = answer(terms.request);
	const again = terms.askAgain?.(first);
	if (again) requests.push(again.request);
	const result = again ? again.read(answer(again.request)) : terms.read(first);
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

describe('the service is asked a second time, without a limit,', () => {
	test.each([
		// backlinks and articles in the first answer, Type, Limit, whether something may be missing
		['fewer orders than the limit', [3, 3], 'article', 50, false],
		['each list counted by itself', [5, 2], 'article', 5, false],
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
