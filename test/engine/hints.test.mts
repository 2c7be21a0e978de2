import type { INodeParameters } from 'n8n-workflow';

import { articleForm, articleItems as articles, backlinkForm, backlinkItems } from './forms.mts';
import { runNode } from './engine.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

/** Runs the node, which goes on after failures. @returns the hints */
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

const refuse = (index: number, kod: string, hata = 'Reddedildi') =>
	panel.client.addFault({
		answer: 'status',
		status: 422,
		body: { ok: false, kod, hata },
		bodyContains: `page-${index}"`,
	});

describe('what was ordered', () => {
	const months = backlinkItems(4).map((item, index) => ({ ...item, months: index + 1 }));

	test('backlinks: their number and credits; the balance is not known', async () => {
		expect(await run(backlinkForm, months)).toEqual(['4 ordered, 10 credits']);
		expect(await run(backlinkForm, backlinkItems(1))).toEqual(['1 ordered, 1 credit']);
	});

	test('with Minimum Balance to Keep, the hint says how many credits are left', async () => {
		expect(await run(backlinkForm, months, { minimumBalance: 5 })).toEqual([
			'4 ordered, 10 credits, 990 left',
		]);
		expect((await panel.client.books()).balance).toBe(990);
		expect(await run(backlinkForm, months)).toEqual(['4 ordered, 10 credits']);
	});

	test('articles: the credits of all sites', async () => {
		expect(await run(articleForm, articles(5))).toEqual(['5 ordered, 200 credits']);
		expect((await panel.client.books()).balance).toBe(800);
	});

	test('with an unknown outcome among them, the hint says “at least”, and not how many credits are left', async () => {
		await panel.client.addFault({ answer: 'reset', bodyContains: 'page-1"', times: 1 });
		expect(await run(backlinkForm, months, { minimumBalance: 5 })).toEqual([
			'3 ordered, at least 8 credits',
			'1 of 4 items failed: The outcome of this order is unknown (1)',
			'1 may have been ordered and charged, to be looked up (item 1)',
		]);
	});

	test('orders of unknown outcome are all named, since each has to be looked up', async () => {
		for (const index of [0, 2, 4, 6, 8, 10]) {
			await panel.client.addFault({ answer: 'reset', bodyContains: `page-${index}"` });
		}
		expect(await run(backlinkForm, backlinkItems(12))).toContain(
			'6 may have been ordered and charged, to be looked up (items 0, 2, 4, 6, 8, 10)',
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

	test('fractions of credits are added without binary rounding errors', async () => {
		await answerBacklinks({ harcananKredi: 0.1 });
		expect(await run(backlinkForm, backlinkItems(3))).toEqual(['3 ordered, 0.3 credits']);
	});

	test('articles of which only some tell the remaining credits', async () => {
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
		['an ok that is no boolean', { sonuclar: [...sonuclar, { ok: 'belki' }] }, 30, 40],
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
	test('are counted by reason, in the words of their error items', async () => {
		await refuse(0, 'krediYetersiz');
		await refuse(2, 'krediYetersiz');
		const items = backlinkItems(5).map((item, index) => ({ ...item, months: index === 3 ? 0 : 1 }));
		expect(await run(backlinkForm, items)).toEqual([
			'2 ordered, 2 credits',
			expect.stringMatching(
				/^3 of 5 items failed: Not enough credits \(2\), “Duration \(Months\)” .* \(1\)$/,
			),
		]);
	});

	test('an order that may have been placed is reported as unknown, with any kod', async () => {
		const body = { ok: false, kod: 'krediYetersiz', placementId: 'p1' };
		await panel.client.addFault({ answer: 'status', status: 409, body });
		expect(await run(backlinkForm, backlinkItems(1))).toEqual([
			'1 of 1 item failed: The outcome of this order is unknown (1)',
			'1 may have been ordered and charged, to be looked up (item 0)',
		]);
	});

	test('many reasons: the most frequent ones, and how many more', async () => {
		for (let index = 0; index < 8; index += 1) await refuse(index, 'k', `H${Math.max(index, 1)}`);
		const [hint] = await run(backlinkForm, backlinkItems(8), { parallelRequests: 1 });
		expect(hint).toMatch(/^8 of 8 items failed: .*: H1 \(2\), .*: H5 \(1\) and 2 more reasons$/);
	});

	test('markup in a text of the service is escaped, and a long text is cut', async () => {
		await refuse(0, 'k', `<img src=x onerror=alert(1)>${'x'.repeat(500)}`);
		const [hint] = await run(backlinkForm, backlinkItems(1));
		expect(hint).toMatch(/^1 of 1 item failed: .* &lt;img src=x onerror=alert\(1\)&gt;x+… \(1\)$/);
		expect(hint?.length).toBeLessThan(150);
	});
});

describe('sites that did not publish', () => {
	test('a few are named, and the others counted', async () => {
		const sleeping = Array.from({ length: 12 }, (_, index) => `uyku-${index}.example`);
		await panel.client.change({
			sites: ['acik.example', ...sleeping].map((name, index) => ({ name, publishes: index === 0 })),
		});
		expect(await run(articleForm, articles(7))).toEqual([
			expect.stringMatching(/^7 ordered/),
			`Articles refused by ${sleeping
				.slice(0, 5)
				.map((name) => `${name} (7 of 7)`)
				.join(', ')} and 7 more sites`,
		]);
	});

	test('also of articles that no site took; those that refused most come first', async () => {
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
			'2 ordered, 20 credits',
			'1 of 3 items failed: No site published the article (1)',
			'Articles refused by &lt;b&gt;b.example (3 of 3), a.example (1 of 3)',
		]);
	});
});

test('items that are skipped are counted and named', async () => {
	const keyed = {
		credential: panel.credential,
		parameters: { ...backlinkForm, options: { idempotencyKey: '={{ $json.url }}' } },
		items: backlinkItems(3),
		workflowId: 'hints-of-used-keys',
	};
	await runNode(keyed);
	expect((await runNode(keyed)).hints).toEqual([
		'3 skipped, nothing charged: their Idempotency Key was used before (items 0–2)',
	]);
});
