import type { INodeParameters } from 'n8n-workflow';

import { articleForm, articleItems as articles, backlinkForm, backlinkItems } from './forms.mts';
import { runNode } from './engine.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

/** The hints beside the output, where the run goes on after failures. */
const run = async (
	parameters: INodeParameters,
	items: Parameters<typeof runNode>[0]['items'],
	options: INodeParameters = {},
) => {
	const { hints } = await runNode({
		credential: panel.credential,
		parameters: { ...parameters, options },
		items,
		onError: 'continueErrorOutput',
	});
	return hints;
};

const answerBacklinks = (body: object, times?: number) =>
	panel.client.addFault({
		answer: 'json',
		path: '/backlink',
		body: { ok: true, placementId: 'p', ...body },
		times,
	});

const refuse = (index: number, kod: unknown) =>
	panel.client.addFault({
		answer: 'status',
		status: 422,
		body: { ok: false, kod, hata: 'Reddedildi' },
		bodyContains: `page-${index}"`,
	});

describe('what was ordered', () => {
	const months = backlinkItems(4).map((item, index) => ({ ...item, months: index + 1 }));

	test('backlinks: how many, and their credits; what is left nobody knows', async () => {
		expect(await run(backlinkForm, months)).toEqual(['4 ordered, 10 credits']);
		expect(await run(backlinkForm, backlinkItems(1))).toEqual(['1 ordered, 1 credit']);
	});

	test('with Minimum Balance to Keep the balance is followed, so what is left is known', async () => {
		expect(await run(backlinkForm, months, { minimumBalance: 5 })).toEqual([
			'4 ordered, 10 credits, 990 left',
		]);
		expect((await panel.client.books()).balance).toBe(990);
		expect(await run(backlinkForm, months)).toEqual(['4 ordered, 10 credits']);
	});

	test('articles: their answers tell what is left, also where they overtake each other', async () => {
		await panel.client.addFault({ answer: 'latency', delayMs: 200, bodyContains: 'Title 0' });
		expect(await run(articleForm, articles(5))).toEqual(['5 ordered, 200 credits, 800 left']);
		expect((await panel.client.books()).balance).toBe(800);
	});

	test('an unknown outcome among them: at least so many, and nothing is said of the rest', async () => {
		await panel.client.addFault({ answer: 'reset', bodyContains: 'page-1"', times: 1 });
		expect(await run(backlinkForm, months, { minimumBalance: 5 })).toEqual([
			'3 ordered, at least 8 credits',
			'1 of 4 items failed: 1 outcomeUnknown',
			'The outcome is unknown, look these orders up: item 1',
		]);
	});

	test('orders of unknown outcome are all named, since each has to be looked up', async () => {
		for (const index of [0, 2, 4, 6, 8, 10]) {
			await panel.client.addFault({ answer: 'reset', bodyContains: `page-${index}"` });
		}
		expect(await run(backlinkForm, backlinkItems(12))).toContain(
			'The outcome is unknown, look these orders up: items 0, 2, 4, 6, 8, 10',
		);
	});

	test('answers that do not tell the credits are not counted', async () => {
		await answerBacklinks({}, 1);
		expect(await run(backlinkForm, months, { parallelRequests: 1, minimumBalance: 5 })).toEqual([
			'4 ordered, at least 9 credits',
		]);
		await answerBacklinks({});
		expect(await run(backlinkForm, months)).toEqual(['4 ordered']);
	});

	test('parts of credits leave no trace of binary fractions', async () => {
		await answerBacklinks({ harcananKredi: 0.1 });
		expect(await run(backlinkForm, backlinkItems(3))).toEqual(['3 ordered, 0.3 credits']);
	});

	test('articles that do not all tell what is left', async () => {
		const answer = { ok: true, basariliSayisi: 2, sonuclar: [] };
		const body = { ...answer, kalanKredi: 980 };
		await panel.client.addFault({ answer: 'json', path: '/tanitim', body, times: 1 });
		await panel.client.addFault({ answer: 'json', path: '/tanitim', body: answer });
		expect(await run(articleForm, articles(2), { parallelRequests: 1 })).toEqual([
			'2 ordered, 40 credits',
		]);
	});
});

describe('what an article cost, and the most that the next one can cost', () => {
	const sonuclar = [true, true, false].map((ok, site) => ({ site: `s${site}`, ok }));

	test.each([
		['2 of 3 sites', { sonuclar }, 20, 30],
		['the same in an object of PHP', { sonuclar: { ...sonuclar } }, 20, 30],
		['a count alone', { basariliSayisi: 4 }, 40, 40],
		['a count below its sites', { basariliSayisi: 1, sonuclar }, 20, 30],
		['a count above its sites', { basariliSayisi: 5, sonuclar }, 50, 50],
		['a site that says neither', { sonuclar: [...sonuclar, { ok: 'belki' }] }, 30, 40],
		['a higher cost', { sonuclar, harcananKredi: 50 }, 50, 75],
		['a lower cost', { sonuclar, harcananKredi: 5 }, 20, 30],
	])('%s', async (_, answer, credits, next) => {
		const body = { ok: true, ...answer };
		await panel.client.addFault({ answer: 'json', path: '/tanitim', body });
		const [paid] = await run(articleForm, articles(1));
		expect(paid).toBe(`1 ordered, ${credits} credits`);
		const [dry] = await run(articleForm, articles(1), { dryRun: true });
		expect(dry).toContain(`1 order for ${next} credits`);
	});
});

describe('items that failed, where the run goes on', () => {
	test('by their kod, else by the reason that the error item has', async () => {
		await refuse(0, 'krediYetersiz');
		await refuse(2, 'krediYetersiz');
		const items = backlinkItems(5).map((item, index) => ({ ...item, months: index === 3 ? 0 : 1 }));
		expect(await run(backlinkForm, items)).toEqual([
			'2 ordered, 2 credits',
			'3 of 5 items failed: 2 krediYetersiz, 1 invalidParameter',
		]);
	});

	test('an order that may have been placed by its reason, whatever its kod says', async () => {
		const body = { ok: false, kod: 'krediYetersiz', placementId: 'p1' };
		await panel.client.addFault({ answer: 'status', status: 409, body });
		expect(await run(backlinkForm, backlinkItems(1))).toContain(
			'1 of 1 item failed: 1 outcomeUnknown',
		);
	});

	test('many kods: the most frequent ones, and how many more', async () => {
		for (let index = 0; index < 8; index += 1) await refuse(index, `kod-${Math.max(index, 1)}`);
		expect(await run(backlinkForm, backlinkItems(8), { parallelRequests: 1 })).toEqual([
			'8 of 8 items failed: 2 kod-1, 1 kod-2, 1 kod-3, 1 kod-4, 1 kod-5 and 2 more reasons',
		]);
	});

	test('a kod with markup in it stays text, and is cut', async () => {
		await refuse(0, `<img src=x onerror=alert(1)>${'x'.repeat(500)}`);
		const [hint] = await run(backlinkForm, backlinkItems(1));
		expect(hint).toMatch(/^1 of 1 item failed: 1 &lt;img src=x onerror=alert\(1\)&gt;x+…$/);
		expect(hint?.length).toBeLessThan(150);
	});
});

describe('sites that did not publish', () => {
	const sites = (...names: string[]) =>
		panel.client.change({
			sites: [
				{ name: 'acik.example', publishes: true },
				...names.map((name) => ({ name, publishes: false })),
			],
		});

	test('many of them: the first ones, and how many more', async () => {
		await sites(...Array.from({ length: 12 }, (_, index) => `uyku-${index}.example`));
		const [, hint, ...more] = await run(articleForm, articles(7));
		expect(hint).toMatch(/^uyku-0\.example refused 7 of 7 articles, .* and 7 more sites\. /);
		expect(more).toEqual([]);
	});

	test('also articles that no site took; who refused most comes first', async () => {
		const answers = [
			[false, false],
			[true, false],
			[true, false],
		];
		for (const [a, b] of answers) {
			const body = {
				ok: true,
				basariliSayisi: a || b ? 1 : 0,
				kalanKredi: 990,
				sonuclar: [
					{ site: 'a.example', ok: a },
					{ site: '<b>b.example', ok: b },
				],
			};
			await panel.client.addFault({ answer: 'json', path: '/tanitim', body, times: 1 });
		}
		expect(await run(articleForm, articles(3), { parallelRequests: 1 })).toEqual([
			'2 ordered, 20 credits, 990 left',
			'1 of 3 items failed: 1 noSitePublished',
			'&lt;b&gt;b.example refused 3 of 3 articles, a.example refused 1 of 3 articles. What a site refuses is not charged.',
		]);
	});
});

describe('a dry run tells orders, credits, refusals, and the balance before and after', () => {
	test('of articles, while no answer has told how many sites there are', async () => {
		const [hint] = await run(articleForm, articles(2), { dryRun: true });
		expect(hint).toContain('2 orders for at least 20 credits, 0 refused');
		expect(hint).toContain('The balance is 1000 and would be at most 980.');

		await run(articleForm, articles(1));
		const [known] = await run(articleForm, articles(2), { dryRun: true });
		expect(known).toContain('2 orders for 80 credits, 0 refused');
		expect(known).toContain('The balance is 960 and would be 880.');
	});

	test('an item that cannot be sent is told too', async () => {
		const items = backlinkItems(3).map((item, index) => ({ ...item, months: index }));
		expect(await run(backlinkForm, items, { dryRun: true, maxCredits: 1 })).toEqual([
			expect.stringContaining('1 order for 1 credit, 2 refused.'),
			'1 of 3 items failed: 1 invalidParameter',
		]);
	});
});
