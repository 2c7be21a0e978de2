import fc from 'fast-check';

import { readServiceRecord } from '../../../sandbox/recorded/serviceRecord.mts';
import type { Asked, Question } from '../../../tooling/checkService/askService.mts';
import { questions } from '../../../tooling/checkService/askService.mts';
import { keptWords, recordOf } from '../../../tooling/checkService/record.mts';

const limits = { listLimit: null, defaultLimit: null };

function answered(question: Question, body: unknown, headers: Record<string, string> = {}): Asked {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return { question, answer: { status: 200, headers, text } };
}

/** A text that is in no form and no field name, in every way in which an account has texts. */
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
		planted.map((text) => `${text}@${text}.example`),
		planted.map((text) => `<p>${text}</p>`),
		fc.array(tie('value'), { maxLength: 3 }),
		fc.dictionary(planted, tie('value'), { maxKeys: 3 }),
		fc.record({ site: tie('value'), url: tie('value'), musteri: tie('value') }),
	),
})).value;

const order = fc.record(
	{
		id: fc.oneof(planted, plantedNumber),
		hedefUrl: planted,
		baslik: planted,
		eposta: planted,
		anchor: planted,
		bitis: planted,
		olusturulma: fc.oneof(planted, plantedNumber),
		durum: fc.oneof(
			fc.constantFrom('aktif', 'bitti'),
			planted.map((text) => `${text}@ 1000.tr`),
		),
		notlar: nested,
	},
	{ requiredKeys: ['id', 'durum'] },
);

/** Every text, and the digits of every number, that stands in a value; names of fields too where they are planted. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'number') return [String(value)];
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, entry]) => [
		...(/^(zq|ŞQ|7319|x-Qz)/.test(name) ? [name] : []),
		...textsIn(entry),
	]);
}

test('nothing of the account is in the record', () => {
	const property = fc.property(
		fc.array(order, { minLength: 1, maxLength: 6 }),
		fc.array(order, { maxLength: 3 }),
		nested,
		planted,
		(backlinkler, tanitimlar, extra, text) => {
			const record = recordOf(
				[
					answered(
						questions.balance,
						{ ok: true, bakiye: 83_519_274, hesap: text },
						{
							'content-type': `text/${text}`,
							'x-ratelimit-policy': text,
							ratelimit: `"${text}";r=5`,
							'set-cookie': text,
							server: text,
						},
					),
					answered(questions.orders, { ok: true, backlinkler, tanitimlar, ek: extra }),
					answered(questions.unknownPath, { ok: false, kod: `${text}.`, hata: `${text} yok` }),
					answered(questions.wrongKey, `<html>${text}</html>`),
				],
				limits,
				Date.now(),
			);
			const written = JSON.stringify(record);
			const ownWords = ['aktif', 'bitti'];
			const private_ = [...textsIn([backlinkler, tanitimlar, extra]), text, '83519274'];
			for (const each of private_.filter((word) => !ownWords.includes(word))) {
				expect(written).not.toContain(each);
				expect(written).not.toContain(JSON.stringify(each).slice(1, -1));
			}
			expect(readServiceRecord(written)).toEqual(record);
		},
	);
	fc.assert(property, { numRuns: 500 });
});

test('statuses and names of fields stay, and are told before the record is written', () => {
	const backlinkler = [
		{ siparis_no: 84_001, durum: 'yayında', 'acme.example': 1 },
		{ siparis_no: 84_002, durum: 'süresi doldu', acme: 'satır' },
	];
	const asked = answered(questions.orders, { ok: true, backlinkler, tanitimlar: [] });
	const record = recordOf([asked], limits, Date.now());
	expect(keptWords(record)).toEqual({
		fields: ['ok', 'backlinkler', 'tanitimlar', 'siparis_no', 'durum', 'field3', 'field4'],
		statuses: ['yayında', 'süresi doldu'],
		codes: [],
	});
});

test('a status that is another text for each order is none', () => {
	const backlinkler = Array.from({ length: 8 }, (_, index) => ({
		id: index,
		durum: `müşteri ${'abcdefgh'[index]}`,
	}));
	const asked = answered(questions.orders, { ok: true, backlinkler, tanitimlar: [] });
	expect(keptWords(recordOf([asked], limits, Date.now())).statuses).toEqual([]);
});
