import type { IDataObject } from 'n8n-workflow';

import type { OrderType } from '../../nodes/BacklinkPanel/api/orderTypes.ts';
import { dateReader } from '../../nodes/BacklinkPanel/api/readDate.ts';
import {
	orderSummary,
	orderFormatter,
	simplifiedOrder,
	simplifyField,
} from '../../nodes/BacklinkPanel/api/simplifiedOrder.ts';

const typed = (type: OrderType, order: IDataObject) => ({ type, order });
const inIstanbul = dateReader('Europe/Istanbul');

test.each<[OrderType, IDataObject, IDataObject]>([
	[
		'backlink',
		{ id: 7, durum: 'aktif', hedefUrl: 'https://a.example', baslik: 'A', bitis: '2026-12-31' },
		{ id: 7, status: 'aktif', target: 'https://a.example', endsAt: '2026-12-31T20:59:59.000Z' },
	],
	[
		'article',
		{ tanitimId: '7', durum: 'yayında', hedefUrl: 'https://a.example', baslik: 'A' },
		{ id: '7', status: 'yayında', target: 'A', endsAt: null },
	],
	['backlink', { baslik: 'A' }, { id: null, status: null, target: 'A', endsAt: null }],
	['article', { url: 'x' }, { id: null, status: null, target: 'x', endsAt: null }],
	['backlink', { bitis: 'süresiz' }, { id: null, status: null, target: null, endsAt: 'süresiz' }],
	['backlink', { durum: 'aktif' }, { id: null, status: 'aktif', target: null, endsAt: null }],
	['backlink', { id: 0, ID: 1, url: 'x' }, { id: null, status: null, target: 'x', endsAt: null }],
])('%s %j: one row of the same columns as all others', (type, order, columns) => {
	expect(simplifiedOrder(typed(type, order), inIstanbul)).toEqual({ orderType: type, ...columns });
});

test('an order in which nothing is found comes out whole', () => {
	const order = { anchor: 'halı', orderType: 'backlink' };
	expect(simplifiedOrder(typed('backlink', order), inIstanbul)).toBe(order);
});

test('what the user chose goes before what is found', () => {
	const order = typed('backlink', { id: 7, durum: 'aktif', kod: 'x' });
	expect(simplifiedOrder(order, inIstanbul, { status: 'x', endsAt: 1798761599 })).toEqual({
		orderType: 'backlink',
		id: 7,
		status: 'x',
		target: null,
		endsAt: '2026-12-31T23:59:59.000Z',
	});
});

test('a summary says nothing of what is not there', () => {
	expect(orderSummary(typed('article', { sureAy: 1 }))).toEqual({});
});

describe('how orders come out', () => {
	const order = typed('backlink', { id: 7, bitis: '2026-12-31 10:00' });

	test('simplified, with dates in the time zone of the workflow', () => {
		expect(orderFormatter(true, 'Europe/Istanbul')(order)).toMatchObject({
			id: 7,
			endsAt: '2026-12-31T07:00:00.000Z',
		});
	});

	test('in UTC where the workflow names no time zone', () => {
		expect(orderFormatter(true, 'DEFAULT')(order)).toMatchObject({
			endsAt: '2026-12-31T10:00:00.000Z',
		});
	});

	test('whole', () => {
		expect(orderFormatter(false, 'UTC')(order)).toBe(order.order);
	});

	test('simplified unless the user turns it off, as in n8n’s own nodes', () => {
		expect(simplifyField).toMatchObject({
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			default: true,
			description: expect.stringContaining('simplified version of the response'),
		});
	});
});
