import {
	fieldsByRole,
	type FieldRole,
	normalizeFieldName,
	unambiguousValue,
	roleValue,
} from '../../nodes/BacklinkPanel/api/orderFieldRoles.ts';
import {
	comparableId,
	countOrdersWithoutId,
	findOrdersById,
} from '../../nodes/BacklinkPanel/api/orderIds.ts';
import type { TypedOrder } from '../../nodes/BacklinkPanel/api/orderTypes.ts';

/** The names by which a field is found, the first of them that an order has; docs/trigger.md lists them. */
const names: Record<FieldRole, string> = {
	id: 'id, orderId, siparisId, placementId, yerlesimId, backlinkId, articleId, tanitimId, siparisNo, orderNo, uuid, guid',
	status: 'durum, status, siparisDurumu, orderStatus, state, asama',
	targetUrl: 'hedefUrl, targetUrl, hedefAdres, hedefLink, hedef, target, url, link',
	title: 'baslik, title, makaleBaslik, yaziBaslik, articleTitle, konu',
	createdAt:
		'createdAt, olusturulma, olusturulmaTarihi, olusturmaTarihi, siparisTarihi, orderDate, baslangic, baslangicTarihi, startDate, tarih, date',
	endsAt:
		'expiresAt, bitis, bitisTarihi, sonTarih, expiryDate, expirationDate, endDate, endsAt, validUntil',
};

// The keys are those of the table.
const roles = (Object.keys(names) as FieldRole[]).map((role) => ({
	role,
	inOrder: names[role].split(', '),
}));

describe('what a field of an order stands for is known by its name', () => {
	test.each(roles)('$role: $inOrder', ({ role, inOrder }) => {
		for (const [place, name] of inOrder.entries()) {
			// The likelier names come first, wherever they stand in the order.
			const fromHere = inOrder.slice(place).reverse();
			const order = Object.fromEntries(fromHere.map((each) => [each, `the ${each}`]));
			expect(roleValue(order, role)).toBe(`the ${name}`);
			expect(Object.keys(fieldsByRole({ [name]: 'x' }))).toEqual([role]);
		}
	});

	test.each([
		'siparisId',
		'siparis_id',
		'SIPARIS-ID',
		'Sipariş ID',
		'sıparıs ıd',
		'Sipariş\u00a0Id',
	])('in any spelling: %s', (name) => {
		expect(normalizeFieldName(name)).toBe('siparisid');
		expect(roleValue({ [name]: 'bl_1' }, 'id')).toBe('bl_1');
	});

	test('two spellings of one name leave open which is meant', () => {
		expect(roleValue({ id: 1, ID: 2 }, 'id')).toBeUndefined();
		expect(roleValue({ id: 1, ID: 2, orderId: 3 }, 'id')).toBeUndefined();
		expect(roleValue({ id: 1, orderId: 3, order_id: 4 }, 'id')).toBe('1');
	});

	test('a field of no known name stands for nothing', () => {
		expect(fieldsByRole({ sureAy: 7, anchor: 'x' })).toEqual({});
		expect(unambiguousValue(undefined)).toBeUndefined();
		expect(roleValue({ sureAy: 7 }, 'id')).toBeUndefined();
	});
});

describe('a value that is not plain plays no role', () => {
	test.each([
		['an object', { value: 1 }],
		['a list', ['a']],
		['null', null],
		['nothing', undefined],
		['empty text', ''],
		['what cannot be seen', ' \u200b'],
	])('%s', (_, value) => {
		for (const { inOrder, role } of roles) {
			expect(roleValue({ [String(inOrder[0])]: value } as never, role)).toBeUndefined();
			// Then the next name counts.
			const [first, second] = inOrder.map(String);
			expect(roleValue({ [first ?? '']: value, [second ?? '']: 'x' } as never, role)).toBe('x');
		}
	});

	test('an ID that has lost digits is none, while any other field may be such a number', () => {
		expect(roleValue({ id: 2 ** 53 }, 'id')).toBeUndefined();
		expect(roleValue({ id: 1.5 }, 'id')).toBeUndefined();
		expect(roleValue({ id: 2 ** 53 - 1 }, 'id')).toBe('9007199254740991');
		expect(roleValue({ endsAt: 2 ** 53 }, 'endsAt')).toBe('9007199254740992');
	});

	test('true and false are a status, and nothing else', () => {
		expect(roleValue({ status: false }, 'status')).toBe('false');
		expect(roleValue({ id: true }, 'id')).toBeUndefined();
		expect(roleValue({ title: true }, 'title')).toBeUndefined();
	});
});

describe('the orders of an ID', () => {
	const orders = (...listed: object[]): TypedOrder[] =>
		listed.map((order) => ({ type: 'backlink', order: { ...order } }));
	const found = (id: string, ...listed: object[]) =>
		findOrdersById(orders(...listed), id).map(({ order }) => order);

	test.each([
		['a number', { id: 10 }],
		['text', { id: '10' }],
		['text between white space', { id: ' 10\u200b ' }],
		['placementId beside another ID', { id: 1, placementId: '10' }],
		['yerlesimId beside another ID', { id: 1, yerlesimId: '10' }],
		['backlinkId beside another ID', { id: 1, backlinkId: '10' }],
		['articleId beside another ID', { id: 1, articleId: '10' }],
		['tanitimId beside another ID', { id: 1, tanitimId: '10' }],
		['an order number beside another ID', { id: 1, siparisNo: '10' }],
		['two spellings', { id: 11, ID: 10 }],
	])('%s', (_, order) => {
		expect(found('10', { id: 100 }, order, { durum: '10' })).toEqual([order]);
	});

	test.each(['placementId', 'yerlesimId', 'backlinkId', 'articleId', 'tanitimId'])(
		'%s may be what is meant, although another order has this ID',
		(name) => {
			const [own, named] = [{ id: 10 }, { id: 1, [name]: '10' }];
			expect(found('10', own, named)).toEqual([own, named]);
		},
	);

	test('an order number counts only where no order has this ID of its own', () => {
		const own = { id: 40, siparisId: 31 };
		expect(found('40', { id: 55, siparisId: 40 }, own)).toEqual([own]);
		expect(found('31', { id: 55, siparisId: 40 }, own)).toEqual([own]);
	});

	test('an order listed twice is one, two of the same ID are two', () => {
		const [first, second] = [
			{ id: 1, durum: 'a' },
			{ id: 1, durum: 'b' },
		];
		expect(found('1', first, { ...first }, second)).toEqual([first, second]);
	});

	test('none', () => {
		expect(found('7', { id: 77 }, { id: '007' }, { id: 1, site: { id: 7 } })).toEqual([]);
		expect(found('undefined', { durum: 'aktif' }, { id: 1, ID: 2 })).toEqual([]);
	});

	test('an ID is compared as text, without what cannot be seen at its ends', () => {
		expect(comparableId(10)).toBe('10');
		expect(comparableId('\ufeff10 ')).toBe('10');
	});

	test('orders without any ID that can be compared are counted', () => {
		expect(
			countOrdersWithoutId(
				orders({ id: 1 }, { durum: 'a' }, { id: null }, { uuid: 'x' }, { id: 3 }),
			),
		).toBe(2);
	});
});
