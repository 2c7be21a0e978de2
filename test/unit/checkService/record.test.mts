import fc from 'fast-check';

import { questions } from '../../../tooling/checkService/questions.mts';
import { recordOf } from '../../../tooling/checkService/record.mts';

/** A text that is in no form and no name of a field, as an account may have it. */
const planted = fc
	.tuple(fc.constantFrom('zq', 'ŞQ', '7319', 'x-Qz'), fc.string({ unit: 'grapheme', minLength: 4 }))
	.map((parts) => parts.join(''))
	.filter((text) => text.trim().length > 5 && !/^\d+$/.test(text));
const plantedNumber = fc.integer({ min: 1_000_000, max: 999_999_999 });

const plain = fc.oneof(
	planted,
	plantedNumber,
	planted.map((text) => `https://${text}.example/a?b=${text}`),
);
const map = fc.dictionary(planted, plain, { maxKeys: 3 });
const nested = fc.oneof(map, fc.array(map), fc.record({ site: map, musteri: fc.array(plain) }));

const order = fc.record({ id: plantedNumber, durum: planted, bitis: planted, notlar: nested });
const orders = fc.array(order, { maxLength: 4 });

/** Every text and number in a value, and the names that are planted. */
function textsIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [String(value)];
	return Object.entries(value).flatMap(([name, entry]) => [
		...(/^(zq|ŞQ|7319|x-Qz)/.test(name) ? [name] : []),
		...textsIn(entry),
	]);
}

test('nothing of an account is in the record, whatever its answers have', () => {
	const lists = fc.record({ backlinkler: orders, tanitimlar: orders, ek: nested });
	const property = fc.property(lists, planted, (body, text) => {
		const headers = { 'content-type': `text/${text}`, ratelimit: `"${text}";r=5`, server: text };
		const record = recordOf(
			[body, { kod: `${text}.`, hata: text }, text].map((each) => ({
				question: questions.orders,
				response: { statusCode: 200, headers, body: each },
				outcome: { kind: 'answer', body: {} },
			})),
		);
		for (const each of [...textsIn(body), text]) {
			expect(record).not.toContain(each);
			expect(record).not.toContain(JSON.stringify(each).slice(1, -1));
		}
	});
	fc.assert(property, { numRuns: 300 });
});
