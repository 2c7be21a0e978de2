import type { ParameterReader } from '../../nodes/BacklinkPanel/parameters/FormParameters.ts';
import { ItemParameters } from '../../nodes/BacklinkPanel/parameters/FormParameters.ts';
import { backlinkCreate } from '../../nodes/BacklinkPanel/operations/backlinkCreate.ts';

const fields = { targetUrl: 'https://example.com/page', anchorText: 'carpets', months: 3 };

function orderOf(filledIn: Record<string, unknown>) {
	// Safe cast: `prepare` uses only this function, and the test's values may have any type.
	const reader = {
		getNodeParameter: (name: string) => filledIn[name],
	} as ParameterReader;
	return backlinkCreate.prepare(new ItemParameters(reader, 0));
}

test('an order is the request that the service documents, at a credit a month', () => {
	expect(orderOf(fields)).toMatchObject({
		request: {
			method: 'POST',
			path: '/backlink',
			body: { hedefUrl: 'https://example.com/page', anchor: 'carpets', sureAy: 3 },
			spendsCredits: true,
		},
		subject: 'https://example.com/page',
		price: { operation: 'backlink create', units: 3, documentedPrice: 1 },
	});
});

test('a field that cannot be sent is refused by its name', () => {
	expect(() => orderOf({ ...fields, months: 2.5 })).toThrow(
		'“Duration (Months)” has to be a whole number from 1 to 1,200, not 2.5',
	);
});

test.each([
	[{ harcananKredi: 15 }, 15],
	[{ harcananKredi: 'three' }, undefined],
	[{}, undefined],
])('an answer with %j: it cost %j', (answer, cost) => {
	expect(orderOf(fields).amounts(answer)).toEqual({ cost });
});
