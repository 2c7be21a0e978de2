import { placeOrder } from '../../nodes/BacklinkPanel/orders/placeOrder.ts';
import { backlinkTo, type Form, inWords, OrderingWorkflow } from './orderingRuns.mts';
import { lost, noSite, placed } from './orderingService.mts';

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

const a = [backlinkTo('a')];
const keyed = (key: string, more = {}): Form[] => [
	backlinkTo('a', { idempotencyKey: key, ...more }),
];
const sendAgain = { resendUnknown: true };
const later = async (forms: Form[]) => inWords(await workflow.execution().run(forms));

describe('a key that is added or corrected before a Retry', () => {
	test.each([
		['added', a],
		['corrected', keyed('draft')],
	])('%s: what was paid before is known by it to later executions', async (_, before) => {
		const execution = workflow.execution();
		await execution.run(before);
		expect(inWords(await execution.retry().run(keyed('k')))).toEqual(['ledger']);
		expect(await later(keyed('k'))).toEqual(['keyUsed']);
		expect(service.sent).toHaveLength(1);
	});

	test('items of a batch with the same one', async () => {
		const execution = workflow.execution();
		await execution.run([...a, ...a]);
		const both = [...keyed('k'), ...keyed('k')];
		expect(inWords(await execution.retry().run(both))).toEqual(['ledger', 'ledger']);
		expect(await later(keyed('k'))).toEqual(['keyUsed']);
	});

	test('items of a batch with the same one, one of which was refused before', async () => {
		const execution = workflow.execution();
		service.next('/other', noSite);
		service.next('/a', placed({ placementId: 'x' }), noSite);
		await execution.run([backlinkTo('other'), ...a, ...a]);
		const forms = [backlinkTo('other', { idempotencyKey: 'other' }), ...keyed('k'), ...keyed('k')];
		const run = execution.retry().begin(forms);
		const { signal } = new AbortController();
		// One at a time, so that the first look-up is ahead of the others.
		const results = [];
		for (const index of [0, 1, 2]) results.push(await placeOrder(run, index, signal));
		await run.claims.end();
		expect(inWords(results)).toEqual(['ordering', 'ledger', 'keyUsed']);
		expect(await later(keyed('k'))).toEqual(['keyUsed']);
	});

	test('what was left unknown is unknown by it, too, until it is sent again', async () => {
		const execution = workflow.execution();
		service.next('/a', lost);
		await execution.run(a);
		expect(inWords(await execution.retry().run(keyed('k')))).toEqual(['outcomeUnknown']);
		expect(await later(keyed('k'))).toEqual(['outcomeUnknown']);
		expect(inWords(await execution.retry().run(keyed('k', sendAgain)))).toEqual(['ordering']);
		expect(await later(keyed('k', sendAgain))).toEqual(['keyUsed']);
	});

	test('a key that was unknown is paid then', async () => {
		service.next('/a', lost);
		expect(await later(keyed('k'))).toEqual(['outcomeUnknown']);
		const execution = workflow.execution();
		await execution.run(a);
		await execution.retry().run(keyed('k'));
		expect(await later(keyed('k', sendAgain))).toEqual(['keyUsed']);
	});

	test('a key that was paid stays so where the item was left unknown', async () => {
		await later(keyed('k'));
		const execution = workflow.execution();
		service.next('/a', lost);
		await execution.run(a);
		await execution.retry().run(keyed('k', { resendUnknown: false }));
		expect(await later(keyed('k', sendAgain))).toEqual(['keyUsed']);
	});

	test('a dry run records nothing', async () => {
		const execution = workflow.execution();
		await execution.run(a);
		const { calls } = workflow.rows;
		expect(inWords(await execution.retry().run(keyed('k', { dryRun: true })))).toEqual(['ledger']);
		expect(workflow.rows.calls).toBe(calls);
	});

	test.each([
		['without a key', a],
		['where the key was removed', keyed('draft')],
	])('%s the store is not asked', async (_, before) => {
		const execution = workflow.execution();
		await execution.run(before);
		const { calls } = workflow.rows;
		expect(inWords(await execution.retry().run(a))).toEqual(['ledger']);
		expect(workflow.rows.calls).toBe(calls);
	});

	test.each([
		['n8n does not give its data', ''],
		['the user has stopped', 'stopped'],
	])('%s: the item is answered all the same', async (_, stopped) => {
		const execution = workflow.execution();
		await execution.run(a);
		const checkProcessedAndRecord = () => Promise.reject(new Error('no connection'));
		const helpers = { ...workflow.rows.functions, checkProcessedAndRecord } as never;
		const settings = stopped ? { signal: AbortSignal.abort() } : { functions: { helpers } };
		expect(inWords(await execution.retry().run(keyed('k'), settings))).toEqual(['ledger']);
	});
});

describe('a key that is added before a second Retry', () => {
	const firstRetry = async (...answers: Parameters<typeof service.next>[1][]) => {
		const execution = workflow.execution();
		service.next('/a', noSite, ...answers);
		await execution.run(a);
		await execution.retry().run(a);
		return execution;
	};

	test('what the first one ordered is known by it to later executions', async () => {
		const execution = await firstRetry();
		const results = await execution.retry().run(keyed('k'));
		expect(inWords(results)).toEqual(['orderedByEarlierRetry']);
		expect(await later(keyed('k'))).toEqual(['keyUsed']);
		expect(service.sent).toHaveLength(2);
	});

	test('what the first one left unknown is unknown by it, too', async () => {
		const execution = await firstRetry(lost);
		expect(inWords(await execution.retry().run(keyed('k')))).toEqual(['outcomeUnknown']);
		expect(await later(keyed('k'))).toEqual(['outcomeUnknown']);
		expect(inWords(await execution.retry().run(keyed('k', sendAgain)))).toEqual(['ordering']);
		expect(await later(keyed('k', sendAgain))).toEqual(['keyUsed']);
	});

	test('a wrong key, by which another execution has ordered, does not become the order of the item', async () => {
		await later(keyed('wrong'));
		const execution = workflow.execution();
		service.next('/a', noSite);
		await execution.run(a);
		expect(inWords(await execution.retry().run(keyed('wrong')))).toEqual(['keyUsed']);
		expect(inWords(await execution.retry().run(keyed('right')))).toEqual(['ordering']);
	});
});

test('what an earlier retry ordered counts once, however many tries find it', async () => {
	const execution = workflow.execution();
	service.next('/a', noSite);
	service.next('/b', noSite);
	const items = [...a, backlinkTo('b')];
	await execution.run(items);
	await execution.retry().run(items);
	const second = execution.retry();
	for (const retry of [second, second, second.retry()]) {
		expect(inWords(await retry.run(items))).toEqual(new Array(2).fill('orderedByEarlierRetry'));
		expect(retry.begin([]).memory.spent.credits).toBe(2);
	}
});

describe('what an earlier Retry ordered under an idempotency key', () => {
	const limited = (page: string, more = {}): Form =>
		backlinkTo(page, { idempotencyKey: page, maxCredits: 1, ...more });

	test.each([
		['was paid', placed({ placementId: 'x' }), {}, 'orderedByEarlierRetry'],
		['was left unknown', lost, {}, 'outcomeUnknown'],
		['was left unknown and is to be sent again', lost, sendAgain, 'maxCredits'],
	])('counts to Max Credits where it %s', async (_, outcome, options, word) => {
		const execution = workflow.execution();
		service.next('/a', noSite, outcome);
		await execution.run([limited('a')]);
		await execution.retry().run([limited('a')]);
		const items = [limited('a', options), limited('b', options)];
		expect(inWords(await execution.retry().run(items))).toEqual([word, 'maxCredits']);
		expect(service.sent).toHaveLength(2);
	});

	test('what another execution ordered under it does not', async () => {
		const execution = workflow.execution();
		service.next('/a', noSite);
		await execution.run([limited('a')]);
		await later([limited('a')]);
		const items = [limited('a'), limited('b')];
		expect(inWords(await execution.retry().run(items))).toEqual(['keyUsed', 'ordering']);
	});
});
