import { backlinkForm, backlinkItems, balanceForm } from './forms.mts';
import { runNode } from './engine.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const tooMany = (times: number, headers?: Record<string, string>) =>
	panel.client.addFault({ answer: 'tooManyRequests', times, headers });

test.each([
	['seconds', '1'],
	['junk', 'in a while'],
])('Retry-After as %s: the request is sent again later, once', async (_, header) => {
	await tooMany(1, { 'retry-after': header });
	const run = await runNode({ credential: panel.credential, parameters: balanceForm });

	expect(run.output[0]?.json).toEqual({ bakiye: 1000 });
	expect((await panel.client.books()).requests).toHaveLength(2);
});

test.each([
	['40', /in 4\d s$/],
	['600', /in 10 min$/],
	['7200', /in an hour or more$/],
])(
	'a wait of %s s, longer than allowed, is not begun: the error says %s',
	async (seconds, words) => {
		await tooMany(1, { 'retry-after': seconds });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...balanceForm, options: { maxRateLimitWait: 30 } },
		});
		expect(run.error).toMatchObject({
			message: expect.stringMatching(words),
			context: { kod: 'limit', charged: 'no', retryable: true },
			failure: { cause: 'rate-limited', retryAfterMs: expect.any(Number) },
		});
	},
);

test('two executions at once share the pace of the key', async () => {
	await panel.client.change({
		rateLimit: { window: 'sliding', limit: 6, windowMs: 300, retryAfter: 'seconds' },
	});
	const execution = (from: number) =>
		runNode({
			credential: panel.credential,
			parameters: backlinkForm,
			items: backlinkItems(from + 6).slice(from),
		});
	const runs = await Promise.all([execution(0), execution(6)]);

	expect(runs.flatMap(({ output }) => output)).toHaveLength(12);
	const books = await panel.client.books();
	expect(new Set(books.charges.map(({ subject }) => subject)).size).toBe(12);
	expect(books.charges).toHaveLength(12);
});

test('“Requests per Minute” is never exceeded by this process', async () => {
	const run = await runNode({
		credential: { ...panel.credential, requestsPerMinute: 3 },
		parameters: { ...backlinkForm, options: { maxRateLimitWait: 0 } },
		items: backlinkItems(5),
		onError: 'continueRegularOutput',
	});
	expect(run.output.filter(({ json }) => 'error' in json)).toHaveLength(2);
	expect(await panel.client.requestsTo('/backlink')).toHaveLength(3);
});

test('of two credentials with the same key, the one with fewer Requests per Minute holds for both', async () => {
	const runWith = (requestsPerMinute: number, items: number) =>
		runNode({
			credential: { ...panel.credential, requestsPerMinute },
			parameters: { ...backlinkForm, options: { maxRateLimitWait: 0 } },
			items: backlinkItems(items),
			onError: 'continueRegularOutput',
		});
	await runWith(3, 1);
	const run = await runWith(100_000, 5);
	expect(run.output.filter(({ json }) => 'error' in json)).toHaveLength(3);
	expect(await panel.client.requestsTo('/backlink')).toHaveLength(3);
});

test.each([
	['back', -2],
	['ahead', 2],
])('the machine’s clock is set two hours %s while the limit is waited out', async (_, hours) => {
	await tooMany(1, { 'retry-after': '1' });
	const running = runNode({ credential: panel.credential, parameters: balanceForm });
	while ((await panel.client.books()).requests.length === 0) await new Promise(setImmediate);
	const { now } = Date;
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + hours * 3_600_000);
	try {
		const run = await running;
		expect(run.error).toBeUndefined();
		expect(run.output[0]?.json).toEqual({ bakiye: 1000 });
	} finally {
		clock.mockRestore();
	}
});
