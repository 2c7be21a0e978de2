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
		price: { operation: 'backlink create', units: 3, documentedPrice: 1 },
	});
});

test.each([
	[{ targetUrl: 'example.com' }, '“Target URL” has to be an absolute http or https address'],
	[{ anchorText: ' ' }, '“Anchor Text” is empty'],
	[{ months: 2.5 }, '“Duration (Months)” has to be a whole number from 1 to 1,200'],
])('%j is refused before anything is sent', (changed, words) => {
	expect(() => prepare(changed)).toThrow(words);
});

test.each([
	[{ harcananKredi: 15 }, 15, 5],
	[{ harcananKredi: 'three' }, undefined, undefined],
	[{}, undefined, undefined],
])('an answer with %j: it cost %j, %j a month', (answer, cost, unitPrice) => {
	const order = prepare();
	expect(order.cost(answer)).toBe(cost);
	expect(order.unitPrice(answer)).toBe(unitPrice);
});

test('the answer comes out as it is, but for a field that n8n would take for a failed item', () => {
	const answer = { placementId: 'bl_1', site: { ad: 'haber.example' }, error: 'e' };
	expect(prepare().read(answer)).toEqual({
		kind: 'output',
		items: [{ placementId: 'bl_1', site: { ad: 'haber.example' }, orderError: 'e' }],
	});
});
