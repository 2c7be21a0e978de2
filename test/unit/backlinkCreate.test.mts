import type { IDataObject } from 'n8n-workflow';

import { backlinkCreate } from '../../nodes/BacklinkPanel/operations/backlinkCreate.ts';
import { filledIn } from './filledIn.mts';

const fields = { targetUrl: 'https://example.com/page', anchorText: 'carpets', months: 3 };
const prepare = (changed: Record<string, unknown> = {}) =>
	backlinkCreate.prepare(filledIn({ ...fields, ...changed }));

test('an order is the request that the service documents, at a credit a month', () => {
	expect(prepare()).toMatchObject({
		request: {
			method: 'POST',
			path: '/backlink',
			body: { hedefUrl: 'https://example.com/page', anchor: 'carpets', sureAy: 3 },
			spendsCredits: true,
		},
		subject: 'https://example.com/page',
		price: { operation: 'backlink create', units: 3, documentedPrice: 1, isOpen: false },
	});
});

test.each([
	[{ targetUrl: 'example.com' }, '“Target URL” has to be an absolute http or https address'],
	[{ anchorText: ' ' }, '“Anchor Text” is empty'],
	[{ months: 0 }, '“Duration (Months)” has to be a whole number from 1 to 1,200'],
	[{ months: 1_201 }, '“Duration (Months)” has to be a whole number from 1 to 1,200'],
])('%j is refused before anything is sent', (changed, words) => {
	expect(() => prepare(changed)).toThrow(words);
});

test.each([
	[{ harcananKredi: 3 }, 3, 1],
	[{ harcananKredi: '15' }, 15, 5],
	[{ harcananKredi: 0 }, 0, 0],
	[{ harcananKredi: -3 }, undefined, undefined],
	[{ harcananKredi: 'three' }, undefined, undefined],
	[{}, undefined, undefined],
])('an answer with %j: it cost %j, %j a month', (answer, cost, unitPrice) => {
	const order = prepare();
	expect(order.cost(answer)).toBe(cost);
	expect(order.unitPrice(answer)).toBe(unitPrice);
});

test('the answer comes out as it is, but for a field that n8n would take for a failed item', () => {
	const answer: IDataObject = { placementId: 'bl_1', site: { ad: 'haber.example' }, error: 'e' };
	const expected = {
		kind: 'output',
		items: [{ placementId: 'bl_1', site: { ad: 'haber.example' }, orderError: 'e' }],
	};
	expect(prepare().read(answer)).toEqual(expected);
	expect(backlinkCreate.readPaid(answer)).toEqual(expected);
});
