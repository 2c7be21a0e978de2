import type { IDataObject } from 'n8n-workflow';

import {
	countOrders,
	hasOrderList,
	parseOrderList,
	orderListRequest,
} from '../../nodes/BacklinkPanel/api/orderList.ts';
import {
	orderTypeField,
	chosenOrderTypes,
	type OrderType,
} from '../../nodes/BacklinkPanel/api/orderTypes.ts';

/** The orders of an answer, or what is told of an answer that cannot be read. */
function read(body: object, types?: OrderType[]): unknown {
	const orders = parseOrderList({ ...body } as IDataObject, types);
	return Array.isArray(orders) ? orders.map(({ order }) => order) : orders.detail;
}

test('placements come first, each order with its own fields and its type', () => {
	const body = { tanitimlar: [{ id: 'b', x: null }], backlinkler: [{ id: 'a' }] };
	expect(parseOrderList(body)).toEqual([
		{ type: 'backlink', order: { id: 'a', orderType: 'backlink' } },
		{ type: 'article', order: { id: 'b', x: null, orderType: 'article' } },
	]);
});

describe('a list that PHP wrote as an object is a list', () => {
	test.each([
		['from 1 on', { 1: { id: 'a' }, 2: { id: 'b' } }],
		['with gaps', { 0: { id: 'a' }, 17: { id: 'b' } }],
		['with places below zero', { '3': { id: 'a' }, '-12': { id: 'b' } }],
	])('%s', (_, backlinkler) => {
		expect(read({ backlinkler })).toEqual([
			{ id: 'a', orderType: 'backlink' },
			{ id: 'b', orderType: 'backlink' },
		]);
		expect(countOrders({ backlinkler } as never, 'backlink')).toBe(2);
	});
});

describe('a list that is empty, null or missing is an empty list', () => {
	test.each([
		[{ backlinkler: null, tanitimlar: null }],
		[{ backlinkler: null }],
		[{ tanitimlar: [] }],
		[{ backlinkler: {}, tanitimlar: [] }],
	])('%j', (body) => {
		expect(read(body)).toEqual([]);
		expect(countOrders(body, 'backlink')).toBe(0);
	});

	test('but only one that is there says that there are no orders', () => {
		const body = { backlinkler: [], tanitimlar: null };
		expect(hasOrderList(body, 'backlink')).toBe(true);
		expect(hasOrderList(body, 'article')).toBe(false);
		expect(hasOrderList({}, 'article')).toBe(false);
		expect(hasOrderList({ tanitimlar: 'yok' }, 'article')).toBe(false);
	});
});

describe('a list in any other form is an unexpected answer, never an empty list', () => {
	test.each([
		['text', 'yok', 'not a list but yok'],
		['empty text', '', 'not a list but an empty text'],
		['a number', 5, 'not a list but 5'],
		['a page', { data: [{ id: 'a' }], total: 3 }, 'a page with the fields data, total, not a list'],
		['orders by ID', { bl_1: { id: 'a' } }, 'an object with the fields bl_1, not a list'],
		['orders by ID with a number', { '1a': {} }, 'an object with the fields 1a, not a list'],
		['orders by number and letter', { a1: {} }, 'an object with the fields a1, not a list'],
		['a list with a count', { 0: {}, total: 1 }, 'an object with the fields 0, total, not a list'],
		['places with texts', { 0: 'a', 1: {} }, 'an object with the fields 0, 1, not a list'],
		[
			'more fields than anybody reads',
			{ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 },
			'an object with the fields a, b, c, d, e, not a list',
		],
	])('%s', (_, list, words) => {
		for (const name of ['backlinkler', 'tanitimlar']) {
			expect(read({ [name]: list })).toMatch(`“${name}” is ${words}`);
		}
		expect(countOrders({ backlinkler: list } as never, 'backlink')).toBeUndefined();
	});

	test.each([{}, { orders: [] }, { data: { backlinkler: [] } }])('neither list: %j', (body) => {
		expect(parseOrderList(body as IDataObject)).toMatchObject({
			reason: 'unexpectedAnswer',
			body,
			detail: 'The answer has neither “backlinkler” nor “tanitimlar”',
		});
	});

	test('the form of a list that nobody asked for does not matter', () => {
		const body = { backlinkler: 'yok', tanitimlar: [{ id: 'b' }] };
		expect(read(body, ['article'])).toEqual([{ id: 'b', orderType: 'article' }]);
		expect(read(body, ['backlink'])).toContain('yok');
	});
});

describe('an order that is no object, or has fields that n8n or the node need', () => {
	test.each([
		['a text', 'bl_1', { value: 'bl_1', orderType: 'backlink' }],
		['null', null, { value: null, orderType: 'backlink' }],
		['its own orderType', { orderType: 'x' }, { orderType: 'x', orderType2: 'backlink' }],
		[
			'two of them',
			{ orderType: 'x', orderType2: 'y' },
			{ orderType: 'x', orderType2: 'y', orderType3: 'backlink' },
		],
		['an error', { error: 'late', id: 1 }, { orderError: 'late', id: 1, orderType: 'backlink' }],
		[
			'an error and an orderError',
			{ error: 'late', orderError: null },
			{ orderError: null, orderError2: 'late', orderType: 'backlink' },
		],
	])('%s: nothing of the service is lost', (_, entry, order) => {
		expect(read({ backlinkler: [entry] })).toEqual([order]);
	});
});

describe('the list is asked for', () => {
	test('with a limit or without one, at no cost', () => {
		const asked = { method: 'GET', path: '/siparisler', spendsCredits: false };
		expect(orderListRequest(5)).toEqual({ ...asked, query: { limit: 5 } });
		expect(orderListRequest()).toEqual({ ...asked, query: undefined });
	});

	test('for the types that the user chose, placements first', () => {
		expect(chosenOrderTypes('all')).toEqual(['backlink', 'article']);
		expect(chosenOrderTypes('article')).toEqual(['article']);
		expect(chosenOrderTypes('backlink')).toEqual(['backlink']);
	});

	test('all of them unless the user chooses', () => {
		const field = orderTypeField('Which orders to look at');
		expect(field).toMatchObject({ displayName: 'Type', name: 'orderType', type: 'options' });
		expect(field.default).toBe('all');
		expect(field.options).toEqual([
			{ name: 'All', value: 'all' },
			{ name: 'Articles', value: 'article' },
			{ name: 'Backlinks', value: 'backlink' },
		]);
	});
});
