import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';

import { NODE_NAME, runNode } from './engine.mts';
import { noSiteFor } from './ordersOfItems.mts';
import { articleForm, articleItems, backlinkForm, backlinkItems, targetOf } from './forms.mts';
import { runLoop, runBacklinks } from './runBacklinks.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();
const runForm = (parameters: INodeParameters, items?: IDataObject[]) =>
	runNode({ credential: panel.credential, parameters, items });

test('a dry run returns what would be sent and what it would cost, and sends nothing', async () => {
	const backlinks = await runForm(
		{ ...backlinkForm, options: { dryRun: true } },
		backlinkItems(2).map((item) => ({ ...item, months: 3 })),
	);
	expect(backlinks.output[1]).toEqual({
		json: {
			dryRun: true,
			credits: 3,
			request: { hedefUrl: 'https://example.com/page-1', anchor: 'anchor 1', sureAy: 3 },
		},
		pairedItem: { item: 1 },
	});
	expect(backlinks.hints).toEqual([
		'Dry run, nothing was sent: 2 orders for 6 credits, 0 refused. The balance is 1000 and would be 994.',
	]);

	const articles = await runForm({ ...articleForm, options: { dryRun: 'true' } }, articleItems(1));
	expect(articles.output[0]?.json).toEqual({
		dryRun: true,
		creditsPerSite: 10,
		request: { baslik: 'Title 0', icerik: '<p>Text 0</p>' },
	});
	const { requests } = await panel.client.books();
	expect(new Set(requests.map(({ path }) => path))).toEqual(new Set(['/api/v1/krediler']));
});

test('an item with Dry Run leaves its idempotency key free for a later item without Dry Run', async () => {
	const options = { idempotencyKey: 'same', dryRun: '={{ $json.dry }}' };
	const run = await runNode({
		credential: panel.credential,
		parameters: { ...backlinkForm, options },
		items: [true, false].map((dry) => ({ ...backlinkItems(1)[0], dry })),
		workflowId: 'dry-run-of-some',
	});
	expect(run.output.map(({ json }) => json)).toEqual([
		expect.objectContaining({ dryRun: true }),
		expect.objectContaining({ placementId: expect.any(String) }),
	]);
	expect(await panel.client.creditsCharged()).toBe(1);
});

test('a dry run shows credits without binary rounding errors', async () => {
	const body = { ok: true, placementId: 'p1', harcananKredi: 1.1 };
	await panel.client.addFault({ answer: 'json', path: '/backlink', body });
	const run = { credential: panel.credential, items: backlinkItems(1) };
	await runNode({ ...run, parameters: backlinkForm });
	const dry = await runNode({
		...run,
		parameters: { ...backlinkForm, months: 3, options: { dryRun: true } },
	});
	expect(dry.output[0]?.json.credits).toBe(3.3);
});

describe('a dry run tells what a real run would do', () => {
	const fifteen = backlinkItems(5).map((item) => ({ ...item, months: 3 }));
	const dryRun = (options: object, onError: OnError = 'continueErrorOutput') =>
		runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { dryRun: true, ...options } },
			items: fifteen,
			onError,
		});

	test.each(['stopWorkflow', 'continueErrorOutput'] as const)(
		'%s: what Max Credits does not allow is refused, and a hint has the totals',
		async (onError) => {
			const run = await dryRun({ maxCredits: 7, parallelRequests: 1 }, onError);
			const all = [...run.output, ...run.errorOutput].map(({ json }) => json);
			expect(all.filter((json) => json.dryRun === true)).toHaveLength(2);
			expect(all.filter((json) => 'error' in json)).toHaveLength(3);
			expect(run.hints[0]).toMatch(
				/2 orders for 6 credits, 3 refused\. The balance is 1000 and would be 994/,
			);
			expect(await panel.client.creditsCharged()).toBe(0);
		},
	);

	test.each([
		['an empty field', { anchorText: '={{ $itemIndex === 1 ? "" : "x" }}' }, {}],
		[
			'an option without a value',
			{},
			{ maxCredits: "={{ $itemIndex === 1 ? $('Nowhere').first() : 9 }}" },
		],
		['one key for different orders', {}, { idempotencyKey: '={{ $itemIndex === 2 ? "b" : "a" }}' }],
	])(
		'with On Error: Stop, an item refused for %s does not end the run',
		async (_, fields, more) => {
			const options = { dryRun: 'TRUE', ...more };
			const items = backlinkItems(3);
			const { output, error, hints } = await runForm(
				{ ...backlinkForm, ...fields, options },
				items,
			);
			expect(error).toBeUndefined();
			expect(output.map(({ json }) => 'error' in json)).toEqual([false, true, false]);
			expect(hints.join()).toContain('2 orders for 2 credits, 1 refused');
		},
	);

	test('Minimum Balance to Keep is applied', async () => {
		const run = await dryRun({ minimumBalance: 990 });
		expect(run.output).toHaveLength(3);
		expect(run.errorOutput).toHaveLength(2);
	});
});

describe('what a dry run knows', () => {
	test('the balance: orders beyond it are refused, and the hint says how many credits are missing', async () => {
		await panel.client.change({ balance: 4 });
		const months = [1, 4, 2, 2];
		const dry = await runForm(
			{ ...backlinkForm, options: { dryRun: true } },
			backlinkItems(4).map((item, index) => ({ ...item, months: months[index] })),
		);
		expect(dry.output.map(({ json }) => (json.error as IDataObject)?.reason)).toEqual([
			undefined,
			'krediYetersiz',
			undefined,
			'krediYetersiz',
		]);
		expect(dry.hints).toEqual([
			'Dry run, nothing was sent: 2 orders for 3 credits, 2 refused. The balance is 4 and would be 1. For the other orders it lacks 5 credits.',
		]);
	});

	test('of articles only the lowest price, until an answer has shown the number of sites', async () => {
		const hintOf = async (count: number, options: INodeParameters) => {
			const parameters = { ...articleForm, options };
			const items = articleItems(count);
			return (await runNode({ credential: panel.credential, parameters, items })).hints[0];
		};
		const unknown = await hintOf(2, { dryRun: true });
		expect(unknown).toContain('2 orders for at least 20 credits, 0 refused.');
		expect(unknown).toContain('The balance is 1000 and would be at most 980.');
		expect(unknown).toContain('the first article may cost more than Max Credits.');

		await hintOf(1, {});
		expect(await hintOf(2, { dryRun: true })).toBe(
			'Dry run, nothing was sent: 2 orders for 80 credits, 0 refused. The balance is 960 and would be 880.',
		);
	});

	test('not which keys were used: if the items have keys, the hint says so', async () => {
		const workflowId = 'dry-run-of-used-keys';
		const keyed = { idempotencyKey: '={{ $json.url }}' };
		const run = async (options: INodeParameters) =>
			await runBacklinks(panel, 2, { parameters: { ...backlinkForm, options }, workflowId });
		await run(keyed);
		const [hint] = (await run({ ...keyed, dryRun: true })).hints;
		expect(hint).toMatch(/^Dry run, nothing was sent: 2 orders .* they will be skipped\.$/);
		expect((await run({ dryRun: true })).hints[0]).not.toContain('skipped');
	});

	test('the credits that the execution has spent before a Retry', async () => {
		await panel.client.addFault(noSiteFor(2, 1));
		const failed = await runBacklinks(panel, 3, { workflowId: 'dry run of a Retry' });
		const options = { maxCredits: 2, dryRun: true };
		const dry = await failed.retry({ parameters: { ...backlinkForm, options } });
		expect(dry.output[2]?.json.error).toMatchObject({ reason: 'maxCredits' });
	});

	test('the orders that an earlier round of a loop would have placed', async () => {
		const order = { targetUrl: targetOf(0), anchorText: 'x', months: 3 };
		const parameters = { ...backlinkForm, ...order, options: { dryRun: true } };
		const { data } = await runLoop(panel, parameters, {});
		const hints = data.resultData.runData[NODE_NAME]?.map((task) => task.hints?.[0]?.message);
		expect(hints).toEqual([
			expect.stringContaining('The balance is 1000 and would be 997.'),
			expect.stringContaining('The balance is 1000 and would be 994.'),
		]);
	});

	test('a balance that cannot be read matters to an order that needs it, and to no other', async () => {
		await panel.client.addFault({ answer: 'html', path: '/krediler' });
		const dryRun = (options: object) =>
			runBacklinks(panel, 1, {
				parameters: { ...backlinkForm, options: { dryRun: true, ...options } },
			});
		const needless = await dryRun({});
		expect(needless.output[0]?.json).toMatchObject({ dryRun: true });
		expect(needless.hints).toEqual([expect.stringContaining('The balance could not be read.')]);
		const needing = await dryRun({ minimumBalance: 1 });
		expect(needing.output[0]?.json.error).toMatchObject({ reason: 'readFailed' });
	});

	test('a key that is not accepted would end every order', async () => {
		const { output } = await runBacklinks(panel, 1, {
			credential: { ...panel.credential, apiKey: 'demo_live_wrong' },
			parameters: { ...backlinkForm, options: { dryRun: true } },
		});
		expect(output[0]?.json.error).toMatchObject({ reason: 'yetkisiz' });
	});

	test('a real run learns nothing from a dry run: the first article still goes alone', async () => {
		const articles = async (options: INodeParameters) =>
			await runNode({
				credential: panel.credential,
				parameters: { ...articleForm, options },
				items: articleItems(5),
				onError: 'continueErrorOutput',
			});
		await articles({ dryRun: true });
		await articles({ maxCredits: 50 });
		expect(await panel.client.creditsCharged()).toBe(40);
	});
});
