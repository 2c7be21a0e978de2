import { operations } from '../../../nodes/BacklinkPanel/operations/index.ts';
import {
	choices,
	collections,
	entries,
	everyProperty,
	menus,
	notices,
	operationChoices,
} from './form.mts';

describe('every operation', () => {
	test.each(operationChoices)('$resource → $operation says what it does', ({ choice }) => {
		expect(choice.description).toMatch(/^\p{Lu}.*[^.]$/u);
		expect(choice.action).toMatch(/^\p{Lu}[^\p{Lu}]*$/u);
	});

	test('has an action of its own in the nodes panel', () => {
		const actions = operationChoices.map(({ choice }) => choice.action);
		expect(new Set(actions).size).toBe(actions.length);
	});

	test.each(operations)('$resource → $value tells people and AI agents its price', (operation) => {
		const { resource, value, spendsCredits } = operation;
		const price = spendsCredits ? operation.priceText : 'no cost';
		const choice = operationChoices.find(
			(one) => one.resource === resource && one.operation === value,
		);
		expect(choice?.choice.description).toMatch(new RegExp(`, at ${price}$`));
		// n8n makes the description of the tool from the action.
		if (spendsCredits) expect(choice?.choice.action).toContain(price);
		const shown = notices.filter(({ displayOptions }) => {
			const { resource: resources, operation: values } = displayOptions?.show ?? {};
			return resources?.includes(resource) && values?.includes(value);
		});
		const cost = spendsCredits ? [price.split(' a ')[0]] : [];
		expect(shown.map(({ displayName }) => /costs (\d+ credits?)/.exec(displayName)?.[1])).toEqual(
			cost,
		);
	});
});

describe('every field', () => {
	const menuNames = ['resource', 'operation', 'options'];
	const form = everyProperty.filter(
		({ property }) => property.type !== 'notice' && !menuNames.includes(property.name),
	);
	const ofOperations = form.filter(({ isOption }) => !isOption);

	test.each(form)(
		'$label is described: one sentence without a period, several with',
		({ property }) => {
			const { description = '' } = property;
			expect(description).toMatch(/^\p{Lu}/u);
			expect(description.endsWith('.')).toBe(description.includes('. '));
			if (property.type === 'boolean') expect(description).toMatch(/^Whether /);
		},
	);

	test('is described in few words', () => {
		const counts = form
			.map(({ property: { description = '' } }) => description.replace(/<[^>]*>/g, ''))
			.map((description) => description.split(/\s+/).length)
			.sort((one, other) => one - other);
		expect(counts.at(-1)).toBeLessThanOrEqual(40);
		expect(counts[Math.floor(counts.length / 2)]).toBeLessThanOrEqual(12);
	});

	test.each(everyProperty)('$label has a default of its type', ({ property }) => {
		const { type, default: value } = property;
		if (type === 'collection') return expect(value).toEqual({});
		if (type === 'resourceLocator') return expect(value).toEqual({ mode: 'list', value: '' });
		if (type === 'boolean' || type === 'number') return expect(typeof value).toBe(type);
		expect(typeof value).toBe('string');
	});

	test('that may be on without a user’s wish is Simplify alone', () => {
		const on = everyProperty.filter(({ property }) => property.default === true);
		expect(new Set(on.map(({ property }) => property.name))).toEqual(new Set(['simplify']));
	});

	test.each(
		ofOperations.filter(({ property: { type } }) => ['string', 'resourceLocator'].includes(type)),
	)('$label begins empty, has to be filled in, and shows an example', ({ property }) => {
		const { required, placeholder, typeOptions, modes = [] } = property;
		expect(required).toBe(true);
		const examples = [placeholder, ...modes.map((mode) => mode.placeholder)];
		// The HTML editor has no room for one.
		if (!typeOptions?.editor) expect(examples.join('\n')).toMatch(/^e\.g\. ./m);
	});

	test('for an article opens the HTML editor', () => {
		const content = form.find(({ property }) => property.name === 'content');
		expect(content?.property.typeOptions?.editor).toBe('htmlEditor');
	});

	test('takes expressions, but for the menus that shape the form', () => {
		const fixed = everyProperty.filter(({ property }) => property.noDataExpression);
		expect(new Set(fixed.map(({ property }) => property.name))).toEqual(
			new Set(['resource', 'operation']),
		);
	});
});

describe('every menu', () => {
	test.each(menus)('$label has its default in its list, in alphabetical order', ({ property }) => {
		expect(choices(property).map(({ value }) => value)).toContain(property.default);
		expectSorted(choices(property).map(({ name }) => name));
	});

	test('of options is in alphabetical order', () => {
		for (const collection of collections) {
			expectSorted(entries(collection).map(({ displayName }) => displayName));
		}
	});
});

function expectSorted(names: string[]): void {
	expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
}
