import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';

import type { Asked } from '../../../tooling/checkService/askPanel.mts';
import { questions } from '../../../tooling/checkService/questions.mts';
import { recordOf } from '../../../tooling/checkService/record.mts';

/** A text that is in no form and no name of a field, as an account may have it. */
const planted = fc
	.tuple(fc.constantFrom('zq', 'ŞQ', '7319', 'x-Qz'), fc.string({ unit: 'grapheme', minLength: 4 }))
	.map((parts) => parts.join(''))
	.filter((text) => text.trim().length > 5 && !/^\d+$/.test(text));
const plantedNumber = fc.integer({ min: 1_000_000, max: 999_999_999 });

const nested = fc.letrec((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small' },
		planted,
		plantedNumber,
		planted.map((text) => `https://${text}.example/a?b=${text}`),
		fc.array(tie('value'), { maxLength: 3 }),
		fc.dictionary(planted, tie('value'), { maxKeys: 3 }),
		fc.record({ site: tie('value'), url: tie('value'), musteri: tie('value') }),
	),
})).value;

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
		const answer = (of: IDataObject | string): Asked => ({
			question: questions.orders,
			response: { statusCode: 200, headers, body: of },
			outcome: { kind: 'answer', body: {} },
		});
		const bodies = [body as IDataObject, { kod: `${text}.`, hata: text }, text];
		const record = recordOf(bodies.map(answer));
		for (const each of [...textsIn(body), text]) {
			expect(record).not.toContain(each);
			expect(record).not.toContain(JSON.stringify(each).slice(1, -1));
		}
	});
	fc.assert(property, { numRuns: 300 });
});
