import {
	fieldsInRole,
	type FieldRole,
	valueInRole,
} from '../../nodes/BacklinkPanel/api/orderFieldRoles.ts';

/** The names by which a field is found, the first of them that an order has; docs/trigger.md lists them. */
const names: Record<FieldRole, string> = {
	id: 'id, orderId, siparisId, placementId, backlinkId, tanitimId, siparisNo',
	status: 'durum, status, state',
	targetUrl: 'hedefUrl, targetUrl, hedef, target, url, link',
	title: 'baslik, title',
	endsAt: 'expiresAt, bitis, bitisTarihi, endDate, endsAt',
};
// The keys are those of the table.
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
