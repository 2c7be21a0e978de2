import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { BatchParameters } from '../../nodes/BacklinkPanel/parameters/BatchParameters.ts';

/** Two items, and an n8n that notes what it is asked to evaluate. */
function setUp(parameters: INodeParameters, items: IDataObject[] = [{}, {}]) {
	const evaluated: Array<[string, number]> = [];
	const askedFor: number[] = [];
	const functions = {
		getNode: () => ({ parameters }),
		getTimezone: () => 'Europe/Istanbul',
		getNodeParameter: (name: string, itemIndex: number) => {
			evaluated.push([name, itemIndex]);
			return `${name} of item ${itemIndex}`;
		},
	};
	// Nothing else of n8n is used.
	const n8n = functions as unknown as IExecuteFunctions;
	const reader = new BatchParameters(n8n, (itemIndex) => {
		askedFor.push(itemIndex);
		return items[itemIndex];
	});
	const read = (name: string) => [0, 1].map((index) => reader.getNodeParameter(name, index, {}));
	return { reader, read, evaluated, askedFor };
}

test.each<[string, INodeParameters]>([
	['text', { field: 'one text' }],
	['a number', { field: 5 }],
	['a switch', { field: false }],
	['nothing', {}],
	[
		'a collection',
		{ field: { timeout: 30, idempotencyKey: 'key = value', inner: [{ deep: '' }] } },
	],
])('a field with %s in it is read once for the batch', (_, parameters) => {
	const { read, evaluated } = setUp(parameters);
	expect(read('field')).toEqual(['field of item 0', 'field of item 0']);
	expect(evaluated).toEqual([['field', 0]]);
});

test.each<[string, INodeParameters]>([
	['a field', { field: '={{ $now }}' }],
	['a text with an expression in it', { field: '=from {{ $json.url }}' }],
	['a collection', { field: { timeout: 30, idempotencyKey: '={{ $json.guid }}' } }],
	['a deeper value', { field: { inner: [{ deep: '={{ $json.guid }}' }] } }],
	['a resource locator', { field: { __rl: true, mode: 'id', value: '={{ $json.id }}' } }],
])('an expression in %s is evaluated for each item', (_, parameters) => {
	const { read, evaluated } = setUp(parameters);
	expect(read('field')).toEqual(['field of item 0', 'field of item 1']);
	expect(evaluated).toHaveLength(2);
});

describe('an expression that only names a field of the item', () => {
	test.each(['={{ $json.url }}', '={{$json.url}}'])('%s: n8n has nothing to evaluate', (field) => {
		const { read, evaluated } = setUp({ field }, [{ url: 'one' }, { url: 2 }]);
		expect(read('field')).toEqual(['one', 2]);
		expect(evaluated).toEqual([]);
	});

	test('with something before it is left to n8n', () => {
		const { read, evaluated } = setUp({ field: '={{ 1 }}={{ $json.url }}' }, [{ url: 'one' }]);
		read('field');
		expect(evaluated).toHaveLength(2);
	});

	test('what is no text and no number is left to n8n', () => {
		const items = [{ url: { deep: 'one' } }, {}];
		expect(setUp({ field: '={{ $json.url }}' }, items).read('field')).toEqual([
			'field of item 0',
			'field of item 1',
		]);
	});

	test('so is an item that n8n cannot name, and a list of expressions', () => {
		const unnamed = setUp({ field: '={{ $json.url }}' }, []);
		expect(unnamed.read('field')).toEqual(['field of item 0', 'field of item 1']);
		const list = setUp({ field: ['={{ $json.url }}'] }, [{ url: 'one' }, { url: 'two' }]);
		expect(list.read('field')).toEqual(['field of item 0', 'field of item 1']);
	});

	test('asks for the item once, however many fields are named, and for none where none is', () => {
		const { reader, askedFor } = setUp(
			{ one: '={{ $json.url }}', other: '={{ $json.title }}', fixed: 'text', full: '={{ $now }}' },
			[{ url: 'one', title: 'two' }],
		);
		for (const name of ['fixed', 'full']) reader.getNodeParameter(name, 0);
		expect(askedFor).toEqual([]);
		for (const name of ['one', 'other']) reader.getNodeParameter(name, 0);
		expect(askedFor).toEqual([0]);
	});

	test.each([
		'={{ $json.url.trim() }}',
		'={{ $json.url }} ',
		'={{ $json["url"] }}',
		'={{ $json.url + 1 }}',
		'={{ $("Items").item.json.url }}',
		'={{ $json?.url }}',
		'{{ $json.url }}',
	])('%s is another', (field) => {
		const { read } = setUp({ field }, [{ url: 'one' }, { url: 'two' }]);
		expect(read('field')[0]).toBe('field of item 0');
	});
});

test('the time zone is that of the workflow', () => {
	expect(setUp({}).reader.getTimezone()).toBe('Europe/Istanbul');
});
