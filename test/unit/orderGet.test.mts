import type { IDataObject } from 'n8n-workflow';

import { orderGet } from '../../nodes/BacklinkPanel/operations/orderGet.ts';
import { filledIn } from './filledIn.mts';

const prepare = (orderId: unknown, simplify: unknown = false, timezone?: string) =>
	orderGet.prepare(filledIn({ orderId, simplify }, timezone));

test('the order of an ID comes from the list, asked for without a limit', () => {
	const { request, read } = prepare({ mode: 'id', value: 'b' });
	expect(request).toEqual({
		method: 'GET',
		path: '/siparisler',
		query: undefined,
		spendsCredits: false,
	});
	const backlinkler = [{ id: 'a' }, { id: 'b', site: { ad: 'haber.example' }, error: 1 }];
	expect(read({ backlinkler })).toEqual({
		kind: 'output',
		items: [{ id: 'b', site: { ad: 'haber.example' }, orderError: 1, orderType: 'backlink' }],
	});
});

test('simplified, its end is a time in UTC, read in the workflow’s time zone', () => {
	const tanitimlar = [{ id: 7, baslik: 'Halı', durum: 'yayında', bitis: '2027-01-01 12:00' }];
	expect(prepare(7, 'true', 'Europe/Istanbul').read({ tanitimlar })).toMatchObject({
		items: [
			{
				orderType: 'article',
				id: 7,
				status: 'yayında',
				target: 'Halı',
				endsAt: '2027-01-01T09:00:00.000Z',
			},
		],
	});
});

test('a backlink and an article of the same ID come out both', () => {
	const body = { backlinkler: [{ id: 7 }], tanitimlar: [{ id: '7' }, { id: 8 }] };
	expect(prepare('7').read(body)).toMatchObject({
		items: [
			{ id: 7, orderType: 'backlink' },
			{ id: '7', orderType: 'article' },
		],
	});
});

test('items that share the answer do not share the order: a later node may change one', () => {
	const body: IDataObject = { backlinkler: [{ id: 'a', site: { ad: 'haber.example' } }] };
	const { read } = prepare('a');
	const [one, other] = [read(body), read(body)];
	if (one.kind === 'failure' || other.kind === 'failure') throw new Error('not found');
	expect(one).toEqual(other);
	expect(one.items[0]?.site).not.toBe(other.items[0]?.site);
});

test.each<[IDataObject, string]>([
	[{ backlinkler: null }, 'The service lists no orders.'],
	[{ backlinkler: [{ id: 1 }] }, 'The one order that the service lists was looked through.'],
	[
		{ backlinkler: [{ id: 1 }], tanitimlar: [{ id: 2 }] },
		'All 2 orders that the service lists were looked through.',
	],
	[
		{ backlinkler: [{ id: 1 }, { durum: 'aktif' }] },
		'All 2 orders that the service lists were looked through; 1 had no ID that can be compared.',
	],
])('an ID that is not in %j is told, with how many orders were looked through', (body, words) => {
	expect(prepare('9').read(body)).toMatchObject({
		kind: 'failure',
		reason: 'orderNotFound',
		httpStatus: 200,
		detail: 'No order has the ID “9”',
		advice: expect.stringContaining(`${words} An order that was just placed may be listed late.`),
	});
});

test('a list in another form is an unexpected answer, not an order that is not there', () => {
	expect(prepare('a').read({ backlinkler: 'yok' })).toMatchObject({ reason: 'unexpectedAnswer' });
});

test.each([
	[{ mode: 'list', value: '' }, false, '“Order” is empty'],
	['a', 'perhaps', '“Simplify” has to be true or false'],
])('%j and %j are refused before anything is sent', (orderId, simplify, words) => {
	expect(() => prepare(orderId, simplify)).toThrow(words);
});
