import type { IDataObject } from 'n8n-workflow';

import {
	fieldNames,
	findField,
	keepOrFindField,
	ORDER_ID_DETECTION,
	STATUS_DETECTION,
} from '../../nodes/BacklinkPanel/trigger/orderFields.ts';
import type { PollFailure } from '../../nodes/BacklinkPanel/trigger/PollFailure.ts';

/** The field, or what is said if there is none. */
const found = (field: string | PollFailure) =>
	typeof field === 'string' ? field : [field.failure.detail, field.failure.advice ?? ''];

describe('the field that plays a role', () => {
	test.each<[IDataObject[], string]>([
		[[{ durum: 'a', status: 'b' }], 'durum'],
		[[{ status: 'b', durum: 'a' }], 'durum'],
		[[{ durum: null, state: 'c' }], 'state'],
		[[{ durum: '' }, { durum: 'a' }], 'durum'],
		[[{ durum: ' \u200b', status: 'a' }], 'status'],
		[[{ 'Sipariş Durumu': 'a' }], 'Sipariş Durumu'],
		[[{ DURUM: 0 }], 'DURUM'],
		[[{ '': 'x', durum: 'a' }], 'durum'],
	])('%j: %s', (orders, name) => {
		expect(findField(STATUS_DETECTION, '', orders)).toBe(name);
	});

	test('is the one that the user chose, if some order has a value in it', () => {
		const orders = [{ durum: 'a' }, { durum: 'a', renk: false }];
		expect(findField(STATUS_DETECTION, 'renk', orders)).toBe('renk');
	});

	test.each<[string, IDataObject[], string, string]>([
		[
			'renk',
			[{ durum: 'a', renk: null }],
			'No order has the field “renk” chosen in “Status Field”',
			'The orders have these fields: “durum”. Choose one of them in “Status Field”.',
		],
		[
			'',
			[{ id: 1, renk: 'a' }],
			'No field with the status of an order was found',
			'The orders have these fields: “id”, “renk”. Choose the right one in “Status Field”.',
		],
		[
			'',
			[{ durum: 'a', Durum: 'b', status: 'c' }],
			'Several fields could be the status of an order: “durum”, “Durum”',
			'The orders have these fields: “durum”, “Durum”, “status”. Choose the right one in “Status Field”.',
		],
		[
			'',
			[{}, { durum: null }],
			'No field with the status of an order was found',
			'The orders have no fields with a value. Choose the right one in “Status Field”.',
		],
	])('“%s” in %j: %s', (chosen, orders, detail, advice) => {
		expect(found(findField(STATUS_DETECTION, chosen, orders))).toEqual([detail, advice]);
	});

	test('of very many fields the first forty are named', () => {
		const names = Array.from({ length: 41 }, (_, index) => [`alan${index}`, 1]);
		const [, advice] = found(findField(STATUS_DETECTION, '', [Object.fromEntries(names)]));
		expect(advice).toContain('“alan39”.');
		expect(advice).not.toContain('alan40');
	});
});

describe('the field as it was found before', () => {
	const known = { choice: '', name: 'durum' };
	const names = ['id', 'durum'];

	test.each<[string, IDataObject[]]>([
		['stays, though another would be found now', [{ id: 1, durum: null, status: 'x' }]],
		['stays where it is empty', [{ id: 1, durum: '' }]],
		['stays where it is missing for a while, and nothing new is there', [{ id: 1 }]],
		[
			'stays where it is empty in one order, and missing in another',
			[{ durum: null, renk: 1 }, {}],
		],
	])('%s', (_, orders) => {
		expect(keepOrFindField(STATUS_DETECTION, '', known, orders, names)).toBe(known);
	});

	test('is missing, and a new name is there: perhaps it was renamed, which the user has to say', () => {
		const field = keepOrFindField(STATUS_DETECTION, '', known, [{ id: 1, status: 'x' }], names);
		expect(field).toMatchObject({
			failure: { detail: 'No order has the field “durum” chosen in “Status Field”' },
		});
	});

	test('is found anew if the user chose another one', () => {
		const order = { id: 1, durum: 'a', asama: 'b' };
		const names = Object.keys(order);
		expect(keepOrFindField(STATUS_DETECTION, 'asama', known, [order], names)).toEqual({
			choice: 'asama',
			name: 'asama',
		});
		const chosen = { choice: 'asama', name: 'asama' };
		expect(keepOrFindField(STATUS_DETECTION, '', chosen, [order], names)).toEqual(known);
	});

	test('is found on the first poll, or not', () => {
		expect(keepOrFindField(ORDER_ID_DETECTION, '', undefined, [{ no: 1, id: 2 }], [])).toEqual({
			choice: '',
			name: 'id',
		});
		expect(keepOrFindField(ORDER_ID_DETECTION, '', undefined, [{ renk: 1 }], [])).toMatchObject({
			failure: { detail: 'No field with the ID of an order was found' },
		});
	});
});

test('the names of fields are those with a value in some order, without our own orderType', () => {
	expect(
		fieldNames([
			{ orderType: 'backlink', id: 0, a: '', b: null, c: undefined, d: false },
			{ id: 1, b: 'x' },
		]),
	).toEqual(['id', 'd', 'b']);
});
