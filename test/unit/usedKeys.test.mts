import { KEYS_KEPT } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import { articlePublish } from '../../nodes/BacklinkPanel/operations/articlePublish.ts';
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
		const [result] = await workflow.execution().run([keyed('a', 'k')], { functions });
		expect(result).toMatchObject({
			failure: {
				reason: 'orderStoreUnavailable',
				detail: expect.stringContaining('(no connection)'),
			},
		});
		expect(service.sent).toEqual([]);
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

describe('more keys than a workflow remembers', () => {
	const forms = (count: number, key: (index: number) => string): Form[] =>
		Array.from({ length: count }, (_, index) => keyed('a', key(index)));
	const refusalOf = (items: Form[], execution = workflow.execution()) =>
		execution.begin(items).refusal;
	const own = (index: number) => `key ${index}`;

	test('are refused before anything is sent', async () => {
		expect(refusalOf(forms(KEYS_KEPT, own))).toBeUndefined();
		expect(refusalOf(forms(KEYS_KEPT + 1, own))).toMatchObject({
			reason: 'tooManyKeys',
			detail: 'This execution has 10001 keys, and a workflow remembers 10000',
		});
		const execution = workflow.execution();
		const run = execution.begin(forms(KEYS_KEPT + 1, own));
		expect(run.refusal).toBeDefined();
	});

	test('items with the same key count once', () => {
		expect(refusalOf(forms(KEYS_KEPT + 5, (index) => own(index % 100)))).toBeUndefined();
	});

	test('items without a key count not at all', () => {
		const items = Array.from({ length: KEYS_KEPT + 1 }, () => backlinkTo('a'));
		expect(refusalOf(items)).toBeUndefined();
	});

	test('the rounds of a loop count together, each once', () => {
		const execution = workflow.execution();
		const half = KEYS_KEPT / 2;
		expect(refusalOf(forms(half, own), execution)).toBeUndefined();
		expect(refusalOf(forms(half, own), execution)).toBeUndefined();
		const second = execution.nextRound();
		expect(refusalOf(forms(half, own), second)).toBeUndefined();
		expect(refusalOf(forms(1, own), second.nextRound())).toMatchObject({ reason: 'tooManyKeys' });
	});

	test('a key that cannot be evaluated counts as one; its item tells why', () => {
		const items = forms(KEYS_KEPT + 1, own);
		const execution = workflow.execution();
		const { getNodeParameter } = execution.functions(items);
		const failing = (name: string, index: number, fallback: never) => {
			if (name.startsWith('options.')) throw new Error('cannot be evaluated');
			return getNodeParameter(name, index, fallback);
		};
		const functions = { getNodeParameter: failing as never };
		expect(execution.begin(items, { functions }).refusal).toBeUndefined();
	});

	test('in a retry each item has one, with an idempotency key or without', () => {
		const items = Array.from({ length: KEYS_KEPT + 1 }, () => backlinkTo('a'));
		const execution = workflow.execution();
		execution.begin(items);
		expect(refusalOf(items, execution.retry())).toMatchObject({ reason: 'tooManyKeys' });
		expect(refusalOf(items.slice(1), execution.retry())).toBeUndefined();
	});

	test('what an earlier try has ordered does not count', async () => {
		const items = forms(KEYS_KEPT + 1, own);
		const execution = workflow.execution();
		await execution.run(items.slice(0, 1));
		expect(refusalOf(items, execution)).toBeUndefined();
	});

	test('an item of such an execution is told why, and what was ordered stays its answer', async () => {
		const execution = workflow.execution();
		await execution.run([keyed('a', 'k')]);
		const run = execution.begin(forms(KEYS_KEPT + 2, own));
		expect(run.refusal?.reason).toBe('tooManyKeys');
	});
});
