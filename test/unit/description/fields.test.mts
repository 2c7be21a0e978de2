import {
	choices,
	collections,
	entries,
	everyProperty,
	menus,
	notices,
	operations,
} from './form.mts';

describe('every operation', () => {
	test.each(operations)('$resource → $operation says what it does', ({ choice }) => {
		expect(choice.description).toMatch(/^\p{Lu}.*[^.]$/u);
		expect(choice.action).toMatch(/^\p{Lu}[^\p{Lu}]*$/u);
	});

	test('has an action of its own in the nodes panel', () => {
		const actions = operations.map(({ choice }) => choice.action);
		expect(new Set(actions).size).toBe(actions.length);
	});

	test('that costs nothing says so', () => {
		const free = operations.filter(({ choice }) => choice.description?.endsWith(', at no cost'));
		expect(free.map(({ resource, operation }) => [resource, operation])).toEqual([
			['account', 'getBalance'],
			['order', 'get'],
			['order', 'getAll'],
		]);
	});

	test.each([
		['article', '10 credits a site'],
		['backlink', '1 credit a month'],
	])(
		'that costs something tells the price, to people and to an AI agent: %s, %s',
		(resource, price) => {
			const found = operations.find((candidate) => candidate.resource === resource);
			expect(found?.choice.description).toContain(price);
			// n8n makes the description of the tool from the action.
			expect(found?.choice.action).toContain(price);
			const notice = notices.find(
				({ displayOptions }) => displayOptions?.show?.resource?.[0] === resource,
			);
			expect(notice?.displayName).toContain(price);
		},
	);

	test('that costs something has a notice that says so, above its fields; no other has one', () => {
		const costly = notices.map(({ displayOptions }) => displayOptions?.show?.resource?.[0]);
		expect(costly).toEqual(['article', 'backlink']);
		for (const { displayName } of notices) {
			expect(displayName).toMatch(
				/^Each item costs \d+ credits? a \w+, also when you execute this step/,
			);
			expect(displayName.length).toBeLessThan(100);
		}
	});
});

describe('every field', () => {
	const menuNames = ['resource', 'operation', 'options'];
	const form = everyProperty.filter(
		({ property }) => property.type !== 'notice' && !menuNames.includes(property.name),
	);

	test.each(form)('$label has a description', ({ property }) => {
		expect(property.description).toMatch(/^\p{Lu}/u);
	});

	test.each(form)('$label: one sentence ends without a period, several with', ({ property }) => {
		const isOneSentence = !property.description?.includes('. ');
		expect(property.description?.endsWith('.')).toBe(!isOneSentence);
	});

	test.each(everyProperty)('$label has a default of its type', ({ property }) => {
		const { type, default: value } = property;
		if (type === 'collection') return expect(value).toEqual({});
		if (type === 'resourceLocator') return expect(value).toEqual({ mode: 'list', value: '' });
		const primitives: Partial<Record<typeof type, string>> = {
			boolean: 'boolean',
			notice: 'string',
			number: 'number',
			options: 'string',
			string: 'string',
		};
		expect(typeof value).toBe(primitives[type]);
	});

	test.each(everyProperty.filter(({ property }) => property.type === 'number'))(
		'$label has a default that it would accept itself',
		({ property }) => {
			expect(property.default).toBeGreaterThanOrEqual(property.typeOptions?.minValue ?? 0);
		},
	);

	test.each(everyProperty.filter(({ property }) => property.type === 'boolean'))(
		'$label is described as a yes-or-no question',
		({ property }) => {
			expect(property.description).toMatch(/^Whether /);
		},
	);

	test('that may be on without anybody asking is Simplify alone', () => {
		const on = everyProperty.filter(({ property }) => property.default === true);
		expect(new Set(on.map(({ property }) => property.name))).toEqual(new Set(['simplify']));
		for (const collection of collections) {
			expect(collection).toMatchObject({ displayName: 'Options', placeholder: 'Add option' });
		}
	});

	test('that an order cannot do without has to be filled in', () => {
		const required = form.filter(({ property }) => property.required);
		expect(required.map(({ property }) => property.displayName)).toEqual([
			'Title',
			'Content',
			'Target URL',
			'Anchor Text',
			'Duration (Months)',
			'Order',
		]);
	});

	test.each(form.filter(({ property }) => property.type === 'string'))(
		'$label begins empty',
		({ property }) => expect(property.default).toBe(''),
	);

	test('that is a text without a usual form shows an example', () => {
		const examples = form.flatMap(({ property }) => [
			property.placeholder,
			...(property.modes ?? []).map(({ placeholder }) => placeholder),
		]);
		expect(examples.filter(Boolean)).toEqual([
			'e.g. Five ways to care for a carpet',
			'e.g. https://example.com/page',
			'e.g. handmade carpets',
			'Select an order...',
			'e.g. bl_000123',
			// The Idempotency Key of an article, and of a backlink.
			'e.g. {{ $json.guid }}',
			'e.g. {{ $json.guid }}',
		]);
	});

	test('for an article opens the HTML editor, ten lines high', () => {
		const content = form.find(({ property }) => property.name === 'content');
		expect(content?.property.typeOptions).toEqual({ editor: 'htmlEditor', rows: 10 });
	});

	test('for an order is a list to search in, or an ID', () => {
		const order = form.find(({ property }) => property.name === 'orderId');
		expect(order?.property.modes).toMatchObject([
			{ displayName: 'From List', type: 'list', typeOptions: { searchListMethod: 'searchOrders' } },
			{ displayName: 'By ID', type: 'string' },
		]);
	});

	test('takes expressions, but for the menus that shape the form', () => {
		const fixed = everyProperty.filter(({ property }) => property.noDataExpression);
		expect(new Set(fixed.map(({ property }) => property.name))).toEqual(
			new Set(['resource', 'operation']),
		);
	});
});

describe('every menu', () => {
	test('has a name, after those that n8n gives to its own', () => {
		const names = new Set(menus.map(({ property }) => property.displayName));
		expect([...names]).toEqual(['Resource', 'Operation', 'Output', 'Type']);
	});

	test('of an article says how many items come out, and what is in them', () => {
		const output = menus.find(({ property }) => property.name === 'output');
		expect(output && choices(output.property)).toMatchObject([
			{ name: 'One Item per Article', description: expect.stringContaining('“sonuclar”') },
			{ name: 'One Item per Site', description: expect.stringContaining('“sonuclar”') },
		]);
	});

	test.each(menus)('$label has its default in its list', ({ property }) => {
		expect(choices(property).map(({ value }) => value)).toContain(property.default);
	});

	test.each(menus)('$label is in alphabetical order', ({ property }) => {
		const names = choices(property).map(({ name }) => name);
		expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
	});

	test.each(collections.map((property) => ({ property, names: property.displayOptions?.show })))(
		'the options of $names are in alphabetical order',
		({ property }) => {
			const names = entries(property).map(({ displayName }) => displayName);
			expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
		},
	);
});
