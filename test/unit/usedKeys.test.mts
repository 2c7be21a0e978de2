import { articlePublish } from '../../nodes/BacklinkPanel/operations/articlePublish.ts';
import { placeOrder } from '../../nodes/BacklinkPanel/orders/placeOrder.ts';
import { articleOf, backlinkTo, type Form, inWords, OrderingWorkflow } from './orderingRuns.mts';
import { lost, noSite } from './orderingService.mts';
import { storeTime } from './virtualOrderStore.mts';

jest.mock('../../nodes/BacklinkPanel/orders/store/storeEnvironment.ts', (): object => ({
	...jest.requireActual<object>('../../nodes/BacklinkPanel/orders/store/storeEnvironment.ts'),
	...jest.requireActual<object>('./virtualOrderStore.mts'),
}));

let workflow: OrderingWorkflow;
let service: OrderingWorkflow['service'];
beforeEach(() => {
	workflow = new OrderingWorkflow();
	({ service } = workflow);
});

/** An item with an idempotency key. */
const keyed = (page: string, key: string, more = {}): Form =>
	backlinkTo(page, { idempotencyKey: key, ...more });

/** One item in an execution of its own. */
async function order(form: Form): Promise<string | undefined> {
	return inWords(await workflow.execution().run([form]))[0];
}

describe('an idempotency key', () => {
	test('that was used is skipped, whatever the item orders now', async () => {
		expect(await order(keyed('a', 'k'))).toBe('ordering');
		expect(await order(keyed('b', 'k'))).toBe('keyUsed');
		const [result] = await workflow.execution().run([keyed('a', 'k')]);
		expect(result).toMatchObject({
			items: [{ skipped: true, skippedBecause: 'keyUsed', idempotencyKey: 'k' }],
		});
		expect(service.sent).toHaveLength(1);
	});

	test('does not count what another execution has spent', async () => {
		await order(keyed('a', 'k'));
		const execution = workflow.execution();
		await execution.run([keyed('a', 'k')]);
		expect(execution.begin([]).memory.spent.credits).toBe(0);
	});

	test('is one of its operation', async () => {
		await order(keyed('a', 'k'));
		const form = articleOf('First', { idempotencyKey: 'k' });
		const results = await workflow.execution().run([form], { operation: articlePublish });
		expect(inWords(results)).toEqual(['ordering']);
	});

	test('whose order was refused is free again', async () => {
		service.next('/a', noSite);
		expect(await order(keyed('a', 'k'))).toBe('uygunSiteYok');
		expect(await order(keyed('a', 'k'))).toBe('ordering');
	});

	test('whose order got no answer is unknown, until the user lets it be sent again', async () => {
		service.next('/a', lost);
		expect(await order(keyed('a', 'k'))).toBe('outcomeUnknown');
		expect(await order(keyed('a', 'k'))).toBe('outcomeUnknown');
		expect(await order(keyed('a', 'k', { resendUnknown: true }))).toBe('ordering');
		expect(await order(keyed('a', 'k', { resendUnknown: true }))).toBe('keyUsed');
		expect(service.sent).toHaveLength(2);
	});

	test('that this very execution left unknown is not sent again by it', async () => {
		service.next('/a', lost);
		const execution = workflow.execution();
		await execution.run([keyed('a', 'k')]);
		const later = execution.nextRound();
		const sendAgain = [keyed('b', 'k', { resendUnknown: true })];
		expect(inWords(await later.run(sendAgain))).toEqual(['outcomeUnknown']);
		expect(inWords(await execution.retry().nextRound().run(sendAgain))).toEqual(['ordering']);
	});

	test('that another execution left unknown is sent again by one in which it was refused before', async () => {
		const execution = workflow.execution();
		service.next('/a', noSite, lost);
		await execution.run([keyed('a', 'k')]);
		expect(await order(keyed('a', 'k'))).toBe('outcomeUnknown');
		const sendAgain = [keyed('b', 'k', { resendUnknown: true })];
		expect(inWords(await execution.nextRound().run(sendAgain))).toEqual(['ordering']);
	});

	test('that another execution is sending is told as such', async () => {
		const other = workflow.execution().begin([keyed('a', 'k')]);
		const { signal } = new AbortController();
		const item = other.items.take(0);
		if (item.kind === 'failure') throw new Error(item.detail);
		const claims = other.keys.keyed(item);
		if (!claims) throw new Error('It has a key');
		expect(await other.claims.claim(claims, signal)).toMatchObject({ state: 'free' });

		// As another process sees it: this one would wait for it.
		storeTime.now += 60_000;
		let results;
		await jest.isolateModulesAsync(async () => {
			const { beginOrderRun } = await import('../../nodes/BacklinkPanel/orders/OrderRun.ts');
			const { placeOrder } = await import('../../nodes/BacklinkPanel/orders/placeOrder.ts');
			const { backlinkCreate } = await import(
				'../../nodes/BacklinkPanel/operations/backlinkCreate.ts'
			);
			const functions = workflow.execution().functions([keyed('a', 'k')]);
			const access = {
				kind: 'access',
				baseUrl: 'https://panel.example',
				apiKey: 'key',
				requestsPerMinute: 60,
			} as const;
			const run = beginOrderRun(functions, backlinkCreate, access, service, 1, () => () => {});
			results = [await placeOrder(run, 0, signal)];
		});
		expect(results).toMatchObject([
			{
				failure: {
					reason: 'outcomeUnknown',
					advice: expect.stringMatching(/^Another execution is sending it, or was interrupted/),
				},
				isFromEarlier: true,
			},
		]);
		expect(service.sent).toEqual([]);
	});

	test('needs a saved workflow', async () => {
		workflow = new OrderingWorkflow('');
		const [result] = await workflow.execution().run([keyed('a', 'k')]);
		expect(result).toMatchObject({
			failure: { reason: 'invalidParameter', detail: expect.stringContaining('saved workflow') },
		});
		expect(workflow.service.sent).toEqual([]);
		expect(inWords(await workflow.execution().run([backlinkTo('a')]))).toEqual(['ordering']);
	});

	test('cannot be looked up where n8n does not give its data: nothing is sent', async () => {
		const helpers = {
			...workflow.rows.functions,
			checkProcessedAndRecord: () => Promise.reject(new Error('no connection')),
		};
		const functions = { helpers: helpers as never };
		const execution = workflow.execution();
		const [result] = await execution.run([keyed('a', 'k')], { functions });
		expect(result).toMatchObject({
			failure: {
				reason: 'orderStoreUnavailable',
				detail: expect.stringContaining('(no connection)'),
			},
		});
		expect(service.sent).toEqual([]);
		expect(execution.begin([]).memory.spent.credits).toBe(0);
	});

	test('is not looked up for an item that an earlier try has paid', async () => {
		const execution = workflow.execution();
		await execution.run([keyed('a', 'k')]);
		const { calls } = workflow.rows;
		expect(inWords(await execution.run([keyed('a', 'k')]))).toEqual(['ledger']);
		expect(workflow.rows.calls).toBe(calls);
	});

	test('is given back when the user stops before it was sent', async () => {
		service.next('/a', { kind: 'stopped' });
		expect(await order(keyed('a', 'k'))).toBe('stopped');
		expect(await order(keyed('a', 'k'))).toBe('ordering');
	});

	test('is not even asked for after a stop', async () => {
		const settings = { signal: AbortSignal.abort() };
		const results = await workflow.execution().run([keyed('a', 'k')], settings);
		expect(inWords(results)).toEqual(['stopped']);
		expect(workflow.rows.calls).toBe(0);
	});
});

describe('items of one batch with the same key', () => {
	test('that order the same are one order', async () => {
		const items = [keyed('a', 'k'), keyed('b', 'other'), keyed('a', 'k')];
		const results = inWords(await workflow.execution().run(items));
		expect(results).toEqual(['ordering', 'ordering', 'keyUsed']);
		expect(service.sent).toHaveLength(2);
	});

	test('that order different things are refused, all but the first', async () => {
		const items = [keyed('a', 'post-'), keyed('b', 'post-'), keyed('a', 'post-')];
		const results = await workflow.execution().run(items);
		expect(inWords(results)).toEqual(['ordering', 'keyClash', 'keyUsed']);
		expect(results[1]).toMatchObject({
			failure: { detail: 'item 0 has the same key, “post-”, for a different order' },
		});
		expect(service.sent).toHaveLength(1);
	});

	test('the second one is sent where the first one was refused', async () => {
		service.next('/a', noSite);
		const results = await workflow.execution().run([keyed('a', 'k'), keyed('a', 'k')]);
		expect(inWords(results)).toEqual(['uygunSiteYok', 'ordering']);
	});

	test('the second one is sent where the first one was not started', async () => {
		const run = workflow.execution().begin([keyed('a', 'k'), keyed('a', 'k')]);
		run.items.take(0);
		const result = await placeOrder(run, 1, new AbortController().signal);
		expect(inWords([result])).toEqual(['ordering']);
	});

	test('the second one is answered with its own order where an earlier try has paid it', async () => {
		const execution = workflow.execution();
		service.next('/a', noSite);
		const items = [keyed('a', 'k'), keyed('a', 'k')];
		await execution.run(items);
		expect(inWords(await execution.run(items))).toEqual(['keyUsed', 'ledger']);
	});

	test('without keys, the same twice is two orders', async () => {
		const items = [backlinkTo('a'), backlinkTo('a')];
		expect(inWords(await workflow.execution().run(items))).toEqual(['ordering', 'ordering']);
	});
});
