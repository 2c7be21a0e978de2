import { articleForm, articleItems, backlinkForm, backlinkItems } from './forms.mts';
import { noSiteFor } from './faults.mts';
import { runNode } from './engine.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

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
		expect(await panel.client.creditsCharged()).toBe(6);
	});

	test('orders in flight count, so twenty at once do not exceed it', async () => {
		await panel.client.addFault({ answer: 'latency', delayMs: 50 });
		await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { maxCredits: 9, parallelRequests: 20 } },
			items: backlinkItems(20).map((item) => ({ ...item, months: 2 })),
			onError: 'continueRegularOutput',
		});
		expect(await panel.client.creditsCharged()).toBe(8);
	});

	test('an order whose outcome is unknown counts as paid', async () => {
		await panel.client.addFault({ answer: 'reset', path: '/backlink', times: 1 });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { maxCredits: 2, parallelRequests: 1 } },
			items: backlinkItems(3),
			onError: 'continueRegularOutput',
		});
		expect(await panel.client.creditsCharged()).toBe(2);
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
			expect(await panel.client.creditsCharged()).toBe(2);
		}
	});

	test('what an earlier retry ordered counts, at the highest price that was seen', async () => {
		await panel.client.addFault(noSiteFor(2, 2));
		const failed = await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { maxCredits: 3, parallelRequests: 1 } },
			items: backlinkItems(6),
		});
		expect(await panel.client.creditsCharged()).toBe(2);
		for (let press = 1; press <= 3; press += 1) await failed.retry();
		expect(await panel.client.creditsCharged()).toBe(3);
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
				items: articleItems(3),
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
		expect(await panel.client.creditsCharged()).toBe(3);
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
		expect(await panel.client.creditsCharged()).toBe(3);
		expect(run.output).toHaveLength(4);
	});

	test('the first article goes alone; its price is the estimate for the next ones', async () => {
		await panel.client.addFault({ answer: 'latency', delayMs: 50 });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...articleForm, options: { maxCredits: 100 } },
			items: articleItems(5),
			onError: 'continueErrorOutput',
		});
		expect(run.output).toHaveLength(2);
		expect(await panel.client.creditsCharged()).toBe(80);
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
			items: articleItems(2),
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
			items: articleItems(2).map((item, index) => ({ ...item, most: index === 0 ? 5 : 50 })),
			onError: 'continueErrorOutput',
		});
		expect(run.output.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
		expect(run.errorOutput).toHaveLength(1);
		expect(await panel.client.creditsCharged()).toBe(40);
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
			items: articleItems(3),
			onError: 'continueErrorOutput',
		});
		expect(run.output).toHaveLength(1);
		expect(await panel.client.creditsCharged()).toBe(40);
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
			expect(await panel.client.creditsCharged()).toBe(0);
		},
	);
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
			items: articleItems(10),
			onError: 'continueErrorOutput',
		});
		expect(run.output).toHaveLength(2);
	});

	test('articles whose answers are all lost: one is sent, also in further rounds of a loop', async () => {
		await panel.client.addFault({ answer: 'reset', path: '/tanitim' });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...articleForm, options: { maxCredits: 100 } },
			items: articleItems(10),
			onError: 'continueErrorOutput',
		});
		expect(run.errorOutput).toHaveLength(10);
		expect(await panel.client.requestsTo('/tanitim')).toHaveLength(1);
	});
});
