import {
	isObject,
	withFurtherFields,
	withoutErrorField,
	withoutField,
} from '../../nodes/BacklinkPanel/api/dataObject.ts';

test.each([[{}], [{ a: 1 }]])('%j is an object', (value) => {
	expect(isObject(value)).toBe(true);
});

test.each([[null], [undefined], [[]], ['a'], [1], [() => 1]])('%p is none', (value) => {
	expect(isObject(value)).toBe(false);
});

test('an answer without one of its fields is another object', () => {
	const answer = Object.freeze({ ok: true, bakiye: 5 });
	expect(withoutField(answer, 'ok')).toEqual({ bakiye: 5 });
	expect(withoutField(answer, 'x')).toEqual(answer);
});

test('further fields give way to those of the service', () => {
	const data = Object.freeze({ orderType: 'x', orderType2: null });
	expect(withFurtherFields(data, { orderType: 'backlink', daysLeft: 3 })).toEqual({
		orderType: 'x',
		orderType2: null,
		orderType3: 'backlink',
		daysLeft: 3,
	});
	expect(withFurtherFields({}, { orderType: 'backlink' })).toEqual({ orderType: 'backlink' });
});

describe('a field that n8n would take for a failed item is passed on under another name', () => {
	test.each([
		[
			{ error: 'late', id: 1 },
			{ id: 1, orderError: 'late' },
		],
		[{ error: null }, { orderError: null }],
		[
			{ error: 'late', orderError: 'x' },
			{ orderError: 'x', orderError2: 'late' },
		],
	])('%j', (data, passedOn) => {
		expect(withoutErrorField(data)).toEqual(passedOn);
	});

	test('and nothing else is', () => {
		const data = { id: 1, orderError: 'x' };
		expect(withoutErrorField(data)).toBe(data);
	});
});
