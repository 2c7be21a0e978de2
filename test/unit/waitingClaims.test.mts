import { failure } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import { backlinkTo, inWords, OrderingWorkflow } from './orderingRuns.mts';
import type { Answer } from './orderingService.mts';

jest.mock('../../nodes/BacklinkPanel/orders/store/storeEnvironment.ts', (): object => ({
	...jest.requireActual<object>('../../nodes/BacklinkPanel/orders/store/storeEnvironment.ts'),
	...jest.requireActual<object>('./virtualOrderStore.mts'),
}));

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let workflow: OrderingWorkflow;
let service: OrderingWorkflow['service'];
/** How much time goes by besides that of the machine, in ms. */
let passed = 0;
beforeEach(() => {
	workflow = new OrderingWorkflow();
	({ service } = workflow);
	passed = 0;
	const realTime = performance.now.bind(performance);
	jest.spyOn(performance, 'now').mockImplementation(() => realTime() + passed);
});
afterEach(() => {
	jest.restoreAllMocks();
});

const keyed = (options = {}) => backlinkTo('a', { idempotencyKey: 'k', ...options });

/** It waits as long as it may for the rate limit, or so long, and never leaves. */
const turnedAway =
	(waits?: number, retryAfterMs = 0): Answer =>
	async ({ maxRateLimitWaitMs }) => {
		const waitedMs = waits ?? maxRateLimitWaitMs;
		passed += waitedMs;
		const outcome = { ...failure('limit', { detail: '' }), waitedMs, retryAfterMs };
		return { outcome, waitedMs, rejections: 1 };
	};

/** How long each time it may wait for the rate limit, in seconds. */
const waits = () =>
	service.limits.map(({ maxRateLimitWaitMs }) => Math.round(maxRateLimitWaitMs / SECOND));

test('an order with a key may wait for five minutes with its claim, then is claimed once more', async () => {
	service.next('/a', turnedAway());
	const run = workflow.execution().begin([keyed()]);
	const conclude = jest.spyOn(run.claims, 'conclude');
	const { placeOrder } = await import('../../nodes/BacklinkPanel/orders/placeOrder.ts');
	const result = await placeOrder(run, 0, new AbortController().signal);
	await run.claims.end();
	expect(inWords([result])).toEqual(['ordering']);
	expect(waits()).toEqual([300, 300]);
	expect(conclude.mock.calls.map(([, outcome]) => outcome)).toEqual(['released', 'paid']);
});

test('it waits for no longer than Max Wait for Rate Limit in all', async () => {
	service.next('/a', turnedAway(), turnedAway(), turnedAway(), turnedAway());
	const results = await workflow.execution().run([keyed({ maxRateLimitWait: 700 })]);
	expect(inWords(results)).toEqual(['limit']);
	expect(waits()).toEqual([300, 300, 100]);
	expect(service.sent).toEqual([]);
});

test('the time until the service wants to be asked again counts, and is waited for', async () => {
	service.next('/a', turnedAway(300 * SECOND - 10, 30), turnedAway());
	const results = await workflow.execution().run([keyed({ maxRateLimitWait: 301 })]);
	expect(inWords(results)).toEqual(['limit']);
	expect(waits()).toEqual([300, 1]);
});

test('that wait ends with Max Wait for Rate Limit, too, and leaves nothing of it', async () => {
	service.next('/a', turnedAway(301 * SECOND - 20, 50), turnedAway());
	const results = await workflow.execution().run([keyed({ maxRateLimitWait: 301 })]);
	expect(inWords(results)).toEqual(['limit']);
	expect(service.limits.at(-1)?.maxRateLimitWaitMs).toBe(0);
	expect(service.limits).toHaveLength(2);
});

test('a stop in the middle of that wait ends it, and nothing more is sent', async () => {
	const stop = new AbortController();
	service.next('/a', async ({ maxRateLimitWaitMs: waitedMs }) => {
		passed += waitedMs;
		setTimeout(() => stop.abort(), 20);
		const outcome = { ...failure('limit', { detail: '' }), waitedMs, retryAfterMs: 10 * SECOND };
		return { outcome, waitedMs, rejections: 1 };
	});
	const results = await workflow.execution().run([keyed()], { signal: stop.signal });
	expect(inWords(results)).toEqual(['stopped']);
	expect(service.limits).toHaveLength(1);
});

test('a stop while it waits to be claimed once more ends it', async () => {
	const stop = new AbortController();
	service.next('/a', async (limits) => {
		stop.abort();
		const answer = turnedAway(undefined, 10 * SECOND);
		return typeof answer === 'function'
			? await answer(limits)
			: { outcome: answer, waitedMs: 0, rejections: 0 };
	});
	const results = await workflow.execution().run([keyed()], { signal: stop.signal });
	expect(inWords(results)).toEqual(['stopped']);
});

test('without a key nothing is claimed, so it may wait as long as the user says', async () => {
	service.next('/a', turnedAway());
	expect(inWords(await workflow.execution().run([backlinkTo('a')]))).toEqual(['limit']);
	expect(waits()).toEqual([900]);
});

test('who may not wait at all is told at the first 429', async () => {
	service.next('/a', turnedAway());
	const results = await workflow.execution().run([keyed({ maxRateLimitWait: 0 })]);
	expect(inWords(results)).toEqual(['limit']);
	expect(waits()).toEqual([0]);
});

test('a claim that has become too old before the order could leave is given back and made anew', async () => {
	// As it is read before the order: another order, at a price that nobody knows yet, goes first.
	service.onBalanceRead = () => {
		passed += 6 * MINUTE;
		service.onBalanceRead = () => {};
	};
	const run = [keyed({ minimumBalance: 10 })];
	const execution = workflow.execution();
	expect(inWords(await execution.run(run))).toEqual(['ordering']);
	expect(waits()).toEqual([300]);
	expect(execution.begin(run).memory.spent.credits).toBe(1);
});

test('an order that has left makes room for the claim of the next one, before its answer comes', async () => {
	const events: string[] = [];
	service.next('/a', async (limits) => {
		limits.onSend?.();
		events.push('a left');
		for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
		events.push('a is answered');
		return { outcome: { kind: 'answer', body: {} }, waitedMs: 0, rejections: 0 };
	});
	service.next('/b', async (limits) => {
		limits.onSend?.();
		events.push('b left');
		return { outcome: { kind: 'answer', body: {} }, waitedMs: 0, rejections: 0 };
	});
	// One order in ten seconds: no more than one is claimed and unsent.
	const items = ['a', 'b'].map((page) => backlinkTo(page, { idempotencyKey: page }));
	await workflow.execution().run(items, { requestsPerMinute: 6 });
	expect(events).toEqual(['a left', 'b left', 'a is answered']);
});
