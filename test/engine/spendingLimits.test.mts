import { articleForm, backlinkForm, backlinkItems } from './forms.mts';
import { noSiteFor } from './faults.mts';
import { runNode } from './engine.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const article = (index: number) => ({ title: `Title ${index}`, html: `<p>Text ${index}</p>` });
const spent = async () => {
	const { charges } = await panel.client.books();
	return charges.reduce((sum, { credits }) => sum + credits, 0);
};

describe('Max Credits per Execution', () => {
	test('items beyond the limit are not sent, and say why', async () => {
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { maxCredits: 7 } },
			items: backlinkItems(5).map((item) => ({ ...item, months: 2 })),
			onError: 'continueErrorOutput',
		});
		expect(run.output).toHaveLength(3);
		expect(run.errorOutput).toHaveLength(2);
		expect(run.errorOutput[0]?.json.error).toMatchObject({
			message: '“Max Credits per Execution” does not allow this order',
			description: expect.stringContaining(
				'may cost 2 credits. Of the 7 for this execution, 6 are spent',
			),
			charged: 'no',
		});
		expect(await spent()).toBe(6);
	});

	test('orders in flight count, so twenty at once do not exceed it', async () => {
		await panel.client.addFault({ answer: 'latency', delayMs: 50 });
		await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { maxCredits: 9, parallelRequests: 20 } },
			items: backlinkItems(20).map((item) => ({ ...item, months: 2 })),
			onError: 'continueRegularOutput',
		});
		expect(await spent()).toBe(8);
	});

	test('an order whose outcome is unknown counts as paid', async () => {
		await panel.client.addFault({ answer: 'reset', path: '/backlink', times: 1 });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { maxCredits: 2, parallelRequests: 1 } },
			items: backlinkItems(3),
			onError: 'continueRegularOutput',
		});
		expect(await spent()).toBe(2);
		expect(run.output[2]?.json.error).toMatchObject({ charged: 'no' });
	});

	test('the Retry button of one failed execution, pressed again and again, spends no more than the limit', async () => {
		await panel.client.addFault(noSiteFor(0, 1));
		const failed = await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { maxCredits: 2, parallelRequests: 1 } },
			items: backlinkItems(6),
		});
		for (let press = 1; press <= 3; press += 1) {
			const retried = await failed.retry();
			expect(retried.error?.message).toBe('“Max Credits per Execution” does not allow this order');
			expect(await spent()).toBe(2);
		}
	});

	test('what an earlier retry ordered counts, at the highest price that was seen', async () => {
		await panel.client.addFault(noSiteFor(2, 2));
		const failed = await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { maxCredits: 3, parallelRequests: 1 } },
			items: backlinkItems(6),
		});
		expect(await spent()).toBe(2);
		for (let press = 1; press <= 3; press += 1) await failed.retry();
		expect(await spent()).toBe(3);
	});

	test.each([[-5], [-1e300], ['-5'], ['çok'], [null], [[]], [true]])(
		'a service that tells a cost of %j: the documented price counts',
		async (harcananKredi) => {
			const body = { ok: true, placementId: 'p1', harcananKredi };
			await panel.client.addFault({ answer: 'json', path: '/backlink', body });
			const run = await runNode({
				credential: panel.credential,
				parameters: { ...backlinkForm, options: { maxCredits: 2, parallelRequests: 1 } },
				items: backlinkItems(3),
				onError: 'continueErrorOutput',
			});
			expect(run.output).toHaveLength(2);
			expect(run.errorOutput).toHaveLength(1);
			expect(await panel.client.requestsTo('/backlink')).toHaveLength(2);
		},
	);

	test.each([[-3], ['-3'], [{}]])(
		'a service that tells %j sites that published: an article counts as one on a site',
		async (basariliSayisi) => {
			const body = { ok: true, basariliSayisi, kalanKredi: '1e999' };
			await panel.client.addFault({ answer: 'json', path: '/tanitim', body });
			const run = await runNode({
				credential: panel.credential,
				parameters: { ...articleForm, options: { maxCredits: 20, parallelRequests: 1 } },
				items: [article(1), article(2), article(3)],
				onError: 'continueErrorOutput',
			});
			expect(run.output).toHaveLength(2);
			expect(run.errorOutput).toHaveLength(1);
		},
	);

	test('it holds over the tries of Retry On Fail', async () => {
		await panel.client.addFault(noSiteFor(1, 1));
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { maxCredits: 3, parallelRequests: 1 } },
			items: backlinkItems(5),
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});
		expect(run.error?.message).toBe('“Max Credits per Execution” does not allow this order');
		expect(await spent()).toBe(3);
	});

	test('what an earlier try paid counts before anything is sent, also for items further down', async () => {
		await panel.client.addFault({ ...noSiteFor(0, 1), delayMs: 50 });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { maxCredits: 3, parallelRequests: 4 } },
			items: backlinkItems(4),
			onError: 'continueRegularOutput',
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		expect(await spent()).toBe(3);
		expect(run.output).toHaveLength(4);
	});

	test('the first article goes alone; its price is the estimate for the next ones', async () => {
		await panel.client.addFault({ answer: 'latency', delayMs: 50 });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...articleForm, options: { maxCredits: 100 } },
			items: [0, 1, 2, 3, 4].map(article),
			onError: 'continueErrorOutput',
		});
		expect(run.output).toHaveLength(2);
		expect(await spent()).toBe(80);
		const [first, second] = (await panel.client.books()).requests;
		expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(49);
	});

	test('the first article is not limited: on 30 sites it costs 300 credits, with Max Credits 100', async () => {
		const sonuclar = Array.from({ length: 30 }, (_, site) => ({ site: `s${site}`, ok: true }));
		const body = { ok: true, basariliSayisi: 30, sonuclar };
		await panel.client.addFault({ answer: 'json', path: '/tanitim', body });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...articleForm, options: { maxCredits: 100 } },
			items: [0, 1].map(article),
			onError: 'continueErrorOutput',
		});
		expect(run.output.map(({ json }) => json.basariliSayisi)).toEqual([30]);
		expect(run.errorOutput[0]?.json.error).toMatchObject({
			description: expect.stringContaining('Of the 100 for this execution, 300 are spent'),
		});
		expect(await panel.client.requestsTo('/tanitim')).toHaveLength(1);
	});

	test('an article that its limit does not allow does not hold up the next one', async () => {
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...articleForm, options: { maxCredits: '={{ $json.most }}' } },
			items: [
				{ ...article(0), most: 5 },
				{ ...article(1), most: 50 },
			],
			onError: 'continueErrorOutput',
		});
		expect(run.output.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
		expect(run.errorOutput).toHaveLength(1);
		expect(await spent()).toBe(40);
	});

	test('if the first article fails, the next one goes alone', async () => {
		await panel.client.addFault({
			answer: 'status',
			status: 409,
			body: { ok: false, kod: 'uygunSiteYok', hata: 'Yok' },
			times: 1,
		});
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...articleForm, options: { maxCredits: 40 } },
			items: [0, 1, 2].map(article),
			onError: 'continueErrorOutput',
		});
		expect(run.output).toHaveLength(1);
		expect(await spent()).toBe(40);
	});

	test.each([[null], [''], ['many'], [-1], [true]])(
		'a limit that is %j is refused: it must not mean “unlimited”',
		async (maxCredits) => {
			const run = await runNode({
				credential: panel.credential,
				parameters: { ...backlinkForm, options: { maxCredits } },
				items: backlinkItems(1),
			});
			expect(run.error?.message).toContain('“Max Credits per Execution”');
			expect(await spent()).toBe(0);
		},
	);
});

describe('Minimum Balance to Keep', () => {
	test('the balance is read once and then followed', async () => {
		await panel.client.change({ balance: 10 });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { minimumBalance: 4 } },
			items: backlinkItems(5).map((item) => ({ ...item, months: 2 })),
			onError: 'continueErrorOutput',
		});
		expect(run.output).toHaveLength(3);
		expect(run.errorOutput[0]?.json.error).toMatchObject({
			message: '“Minimum Balance to Keep” does not allow this order',
			charged: 'no',
		});
		const books = await panel.client.books();
		expect(books.balance).toBe(4);
		expect(books.requestsTo('/krediler')).toHaveLength(1);
	});

	test('the balance is read once for items that go one after another, too', async () => {
		await panel.client.change({ balance: 10 });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { minimumBalance: 8, parallelRequests: 1 } },
			items: backlinkItems(4),
			onError: 'continueErrorOutput',
		});
		expect(run.output).toHaveLength(2);
		expect(await panel.client.requestsTo('/krediler')).toHaveLength(1);
	});

	test('stopped while the balance is being read, nothing is ordered', async () => {
		await panel.client.addFault({ answer: 'tooManyRequests', headers: { 'retry-after': '600' } });
		const stopButton = new AbortController();
		const running = runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { minimumBalance: 4 } },
			items: backlinkItems(2),
			signal: stopButton.signal,
		});
		while ((await panel.client.requestsTo('/krediler')).length === 0) {
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		stopButton.abort();
		const run = await running;

		expect(run.status).toBe('canceled');
		expect(run.error?.description ?? '').not.toContain('unknown');
		expect(await panel.client.requestsTo('/backlink')).toEqual([]);
	});

	test('for articles, the balance that the service tells is followed', async () => {
		await panel.client.change({ balance: 130 });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...articleForm, options: { minimumBalance: 50 } },
			items: [0, 1, 2, 3].map(article),
			onError: 'continueErrorOutput',
		});
		expect(run.output).toHaveLength(2);
		expect((await panel.client.books()).balance).toBe(50);
	});

	test('a balance that cannot be read stops the order, not the promise', async () => {
		await panel.client.addFault({ answer: 'html', path: '/krediler' });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { minimumBalance: 4 } },
			items: backlinkItems(1),
		});
		expect(run.error?.message).toBe('The service gave no usable answer');
		expect(await spent()).toBe(0);
	});

	test('a balance that is no number stops it too', async () => {
		const body = { ok: true, bakiye: 'çok' };
		await panel.client.addFault({ answer: 'json', path: '/krediler', body });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { minimumBalance: 4 } },
			items: backlinkItems(1),
		});
		expect(run.error?.description).toContain('The answer has no “bakiye” that is a number');
		expect(await panel.client.requestsTo('/backlink')).toEqual([]);
	});
});

describe('Dry Run', () => {
	test('returns what would be sent and what it would cost, and sends nothing', async () => {
		const backlinks = await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { dryRun: true } },
			items: backlinkItems(2).map((item) => ({ ...item, months: 3 })),
		});
		expect(backlinks.output[1]).toEqual({
			json: {
				dryRun: true,
				credits: 3,
				request: { hedefUrl: 'https://example.com/page-1', anchor: 'anchor 1', sureAy: 3 },
			},
			pairedItem: { item: 1 },
		});
		expect(backlinks.hints).toEqual([
			'Dry run, nothing was sent: 2 orders for 6 credits, 0 refused. The balance is 1000 and would be 994. Used idempotency keys are not looked up.',
		]);

		const articles = await runNode({
			credential: panel.credential,
			parameters: { ...articleForm, options: { dryRun: 'true' } },
			items: [article(0)],
		});
		expect(articles.output[0]?.json).toEqual({
			dryRun: true,
			creditsPerSite: 10,
			request: { baslik: 'Title 0', icerik: '<p>Text 0</p>' },
		});
		const { requests } = await panel.client.books();
		expect(new Set(requests.map(({ path }) => path))).toEqual(new Set(['/api/v1/krediler']));
	});

	test('checks the fields as a real run does', async () => {
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { dryRun: true } },
			items: [{ url: 'nowhere', anchor: 'anchor', months: 1 }],
		});
		expect(run.error?.message).toContain('“Target URL”');
	});

	test('uses up no idempotency key', async () => {
		const form = (dryRun: boolean) => ({
			...backlinkForm,
			options: { dryRun, idempotencyKey: 'once' },
		});
		const item = { credential: panel.credential, items: backlinkItems(1), workflowId: 'dry-run' };
		await runNode({ ...item, parameters: form(true) });
		const run = await runNode({ ...item, parameters: form(false) });
		expect(run.output[0]?.json).toHaveProperty('placementId');
	});
});

describe('a dry run tells what a real run would do', () => {
	const fifteen = backlinkItems(5).map((item) => ({ ...item, months: 3 }));
	const dryRun = (options: object, more = {}) =>
		runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { dryRun: true, ...options } },
			items: fifteen,
			...more,
		});

	test.each(['stopWorkflow', 'continueErrorOutput', 'continueRegularOutput'] as const)(
		'%s: what Max Credits does not allow is refused, and a hint has the totals',
		async (onError) => {
			const run = await dryRun({ maxCredits: 7 }, { onError });
			const all = [...run.output, ...run.errorOutput].map(({ json }) => json);
			expect(all.filter((json) => json.dryRun === true)).toHaveLength(2);
			expect(all.filter((json) => 'error' in json)).toHaveLength(3);
			expect(run.hints).toEqual([
				expect.stringMatching(
					/2 orders for 6 credits, 3 refused\. The balance is 1000 and would be 994/,
				),
			]);
			expect(await spent()).toBe(0);
		},
	);

	test('Minimum Balance to Keep is applied', async () => {
		const run = await dryRun({ minimumBalance: 990 }, { onError: 'continueErrorOutput' });
		expect(run.output).toHaveLength(3);
		expect(run.errorOutput).toHaveLength(2);
	});

	test('it does not touch the order store', async () => {
		const options = { idempotencyKey: '={{ $json.url }}' };
		await dryRun(options);
		const real = await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options },
			items: fifteen,
		});
		expect(real.output.every(({ json }) => 'placementId' in json)).toBe(true);
	});
});

describe('answers that tell other prices than documented', () => {
	test('backlinks that cost five credits a month, Max Credits 10: two are ordered', async () => {
		const body = { ok: true, placementId: 'p1', harcananKredi: 5 };
		await panel.client.addFault({ answer: 'json', path: '/backlink', body });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { maxCredits: 10 } },
			items: backlinkItems(10),
			onError: 'continueErrorOutput',
		});
		expect(run.output).toHaveLength(2);
	});

	test('the first article on 1 of 8 sites, the next on 8: Max Credits holds', async () => {
		const published = (count: number) => ({
			ok: true,
			basariliSayisi: count,
			kalanKredi: 1000,
			sonuclar: Array.from({ length: 8 }, (_, site) => ({ site: `s${site}`, ok: site < count })),
		});
		await panel.client.addFault({ answer: 'json', path: '/tanitim', body: published(1), times: 1 });
		await panel.client.addFault({ answer: 'json', path: '/tanitim', body: published(8) });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...articleForm, options: { maxCredits: 100 } },
			items: Array.from({ length: 10 }, (_, index) => article(index)),
			onError: 'continueErrorOutput',
		});
		expect(run.output).toHaveLength(2);
	});

	test('articles whose answers are all lost: one is sent, also in further rounds of a loop', async () => {
		await panel.client.addFault({ answer: 'reset', path: '/tanitim' });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...articleForm, options: { maxCredits: 100 } },
			items: Array.from({ length: 10 }, (_, index) => article(index)),
			onError: 'continueErrorOutput',
		});
		expect(run.errorOutput).toHaveLength(10);
		expect(await panel.client.requestsTo('/tanitim')).toHaveLength(1);
	});
});

describe('Minimum Balance to Keep over several executions', () => {
	test('three at once keep it together', async () => {
		await panel.client.change({ balance: 100 });
		await panel.client.addFault({ answer: 'latency', delayMs: 20, path: '/backlink' });
		const execution = () =>
			runNode({
				credential: panel.credential,
				parameters: { ...backlinkForm, options: { minimumBalance: 90 } },
				items: backlinkItems(10),
				onError: 'continueRegularOutput',
			});
		await Promise.all([execution(), execution(), execution()]);
		expect(await spent()).toBe(10);
	});
});
