import {
	nonNegativeNumberFromAnswer,
	numberFromAnswer,
} from '../../nodes/BacklinkPanel/api/credits.ts';
import { readDate } from '../../nodes/BacklinkPanel/trigger/placementExpiring.ts';
import {
	fieldsInRole,
	type FieldRole,
	valueInRole,
} from '../../nodes/BacklinkPanel/api/orderFieldRoles.ts';

test.each([
	['2026-12-31T23:59:59.123456Z', '2026-12-31T23:59:59.123Z'],
	['2026-12-31t23:59z', '2026-12-31T23:59:00.000Z'],
	['2026-12-31T23:59:59+03:00', '2026-12-31T20:59:59.000Z'],
	['2026-12-31T23:59:59-0530', '2027-01-01T05:29:59.000Z'],
	['2026-12-31T23:59:59+03', '2026-12-31T20:59:59.000Z'],
	[' 2026-12-31 23:59:59 ', '2026-12-31T23:59:59.000Z'],
	['2028-02-29', '2028-02-29T23:59:59.000Z'],
	[1798761599, '2026-12-31T23:59:59.000Z'],
	['1798761599000', '2026-12-31T23:59:59.000Z'],
])('%j is %s', (value, time) => {
	expect(new Date(readDate(value) ?? 0).toISOString()).toBe(time);
});

test.each([
	...['31.12.2026', '12/31/2026', '2026-13-01', '2026-1-5', '0000-00-00 00:00:00'],
	...['2026-12-31T25:00:00Z', '2026-12-31T10:60:00Z', '2026-12-01T09:30:00Zulu'],
	...['yarın', '', '20261231', '20261231120000', 20261231, 0, -1, 12, 1e11, 1e14, true],
])('%j is no date: it is not guessed', (value) => {
	expect(readDate(value)).toBeUndefined();
});

describe('a number in an answer', () => {
	test.each([
		[5, 5],
		[0, 0],
		[-2.5, -2.5],
		['0', 0],
		['-12', -12],
	])('%j is %d', (value, number) => {
		expect(numberFromAnswer(value)).toBe(number);
		// A cost or a count below zero would let a run spend more than it may.
		expect(nonNegativeNumberFromAnswer(value)).toBe(number < 0 ? undefined : number);
	});

	test.each(['', 'çok', '1.000', '1,5', '5 TL', true, null, undefined, {}, [5], Number.NaN])(
		'%j is none',
		(value) => {
			expect(numberFromAnswer(value)).toBeUndefined();
		},
	);
});

/** Names by which a field is found, the likelier ones first; docs/trigger.md lists more of them. */
const names: Record<FieldRole, string> = {
	id: 'id, orderId, siparisId, placementId, backlinkId, tanitimId, siparisNo',
	status: 'durum, status, state',
	targetUrl: 'hedefUrl, targetUrl, hedef, target, url, link',
	title: 'baslik, title',
	endsAt: 'expiresAt, bitis, bitisTarihi, endDate, endsAt',
};
// Safe cast: the keys are the roles above.
const roles = (Object.keys(names) as FieldRole[]).map((role) => ({
	role,
	inOrder: names[role].split(', '),
}));

test.each(roles)('$role: $inOrder, the likelier names first', ({ role, inOrder }) => {
	for (const [place, name] of inOrder.entries()) {
		const fromHere = inOrder.slice(place).reverse();
		const order = Object.fromEntries(fromHere.map((each) => [each, `the ${each}`]));
		expect(valueInRole(role, order)).toBe(`the ${name}`);
		const playing = roles.filter((each) => fieldsInRole(each.role, { [name]: 'x' }).length > 0);
		expect(playing.map((each) => each.role)).toEqual([role]);
	}
});

test.each<[string, object, FieldRole, string | undefined]>([
	...['siparis_id', 'SIPARIS-ID', 'Sipariş ID', 'sıparıs ıd', 'Sipariş\u00a0Id'].map(
		(name): [string, object, FieldRole, string] => [name, { [name]: 'a' }, 'id', 'a'],
	),
	['two spellings of one name', { id: 1, ID: 2, orderId: 3 }, 'id', undefined],
	['two spellings with one value', { id: 7, _id: '7', orderId: 3 }, 'id', '7'],
	['two spellings of a later name', { id: 1, orderId: 3, order_id: 4 }, 'id', '1'],
	['no known name', { sureAy: 7, anchor: 'x' }, 'id', undefined],
	...[{ value: 1 }, ['a'], null, undefined, '', ' \u200b'].map(
		(id): [string, object, FieldRole, string] => [`an ID ${id}`, { id, orderId: 'b' }, 'id', 'b'],
	),
	['an ID that has lost digits', { id: 2 ** 53 }, 'id', undefined],
	['an ID with decimals', { id: 1.5 }, 'id', undefined],
	['the highest number that has all digits', { id: 2 ** 53 - 1 }, 'id', '9007199254740991'],
	['a date as high as that', { endsAt: 2 ** 53 }, 'endsAt', '9007199254740992'],
	['a status of false', { status: false }, 'status', 'false'],
	['a title of true', { title: true }, 'title', undefined],
])('%s', (_, order, role, value) => {
	expect(valueInRole(role, { ...order })?.toString()).toBe(value);
});
