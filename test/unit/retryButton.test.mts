import { backlinkTo, inWords, OrderingWorkflow } from './orderingRuns.mts';
import { lost, noSite } from './orderingService.mts';

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
const b = [backlinkTo('b')];
const sendAgain = [backlinkTo('a', { resendUnknown: true })];

test('what was paid before is not ordered again', async () => {
	const execution = workflow.execution();
	await execution.run(a);
	expect(inWords(await execution.retry().run(a))).toEqual(['ledger']);
	expect(service.sent).toHaveLength(1);
});

test('a second retry of the same execution finds what the first one ordered, and counts it', async () => {
	const execution = workflow.execution();
	service.next('/a', noSite);
	await execution.run(a);
	expect(inWords(await execution.retry().run(a))).toEqual(['ordering']);
	const second = execution.retry();
	const [result] = await second.run(a);
	expect(result).toMatchObject({
		kind: 'done',
		by: 'skipping',
		items: [{ skipped: true, skippedBecause: 'orderedByEarlierRetry' }],
	});
	expect(second.begin(a).memory.spent.credits).toBe(1);
	expect(service.sent).toHaveLength(2);
});

test('two retries at the same moment order once', async () => {
	const execution = workflow.execution();
	service.next('/a', noSite);
	await execution.run(a);
	const results = await Promise.all([execution.retry().run(a), execution.retry().run(a)]);
	expect(results.map(inWords).sort()).toEqual([['ordering'], ['orderedByEarlierRetry']].sort());
	expect(service.timesSent('/a')).toBe(2);
});

test('each item, round of a loop and operation of the execution is an order of its own', async () => {
	const execution = workflow.execution();
	service.next('/a', noSite, noSite);
	await execution.run([...a, ...a]);
	const retry = execution.retry();
	expect(inWords(await retry.run([...a, ...a]))).toEqual(['ordering', 'ordering']);
	expect(inWords(await retry.nextRound().run(a))).toEqual(['ordering']);
});

test('another execution that is retried is told apart', async () => {
	for (const execution of [workflow.execution(), workflow.execution()]) {
		service.next('/a', noSite);
		await execution.run(a);
		expect(inWords(await execution.retry().run(a))).toEqual(['ordering']);
	}
});

test('an execution in which no node of this type had run starts without an ID', async () => {
	expect(workflow.execution().retry().begin(a).keys.isRetry).toBe(false);
	expect(inWords(await workflow.execution().retry().run(a))).toEqual(['ordering']);
	expect(workflow.rows.calls).toBe(0);
});

test('the order store is not asked in an execution that is no retry', async () => {
	await workflow.execution().run(a);
	expect(workflow.rows.calls).toBe(0);
});

describe('Send Unknown Orders Again', () => {
	test('sends what an earlier execution left unknown, once', async () => {
		const execution = workflow.execution();
		service.next('/a', lost);
		await execution.run(a);
		const retry = execution.retry();
		expect(inWords(await retry.run(a))).toEqual(['outcomeUnknown']);
		expect(inWords(await retry.run(sendAgain))).toEqual(['ordering']);
		expect(inWords(await retry.run(sendAgain))).toEqual(['ledger']);
		expect(service.timesSent('/a')).toBe(2);
	});

	test('does not send again what was paid', async () => {
		const execution = workflow.execution();
		await execution.run(a);
		expect(inWords(await execution.retry().run(sendAgain))).toEqual(['ledger']);
		expect(service.timesSent('/a')).toBe(1);
	});

	test('does not send again what was sent again and got lost in this execution', async () => {
		const execution = workflow.execution();
		service.next('/a', lost, lost);
		await execution.run(a);
		const retry = execution.retry();
		await retry.run(sendAgain);
		expect(inWords(await retry.run(sendAgain))).toEqual(['outcomeUnknown']);
		expect(service.timesSent('/a')).toBe(2);
	});

	test('leaves an item alone whose fields cannot be read', async () => {
		const execution = workflow.execution();
		service.next('/a', lost);
		await execution.run(a);
		const invalid = [backlinkTo('a', { resendUnknown: true }, -1)];
		expect(inWords(await execution.retry().run(invalid))).toEqual(['outcomeUnknown']);
	});

	test('in the store, too: a retry that got no answer is sent again by the next one that asks', async () => {
		const execution = workflow.execution();
		service.next('/a', noSite, lost);
		await execution.run(a);
		await execution.retry().run(a);
		const next = execution.retry();
		const [unknown] = await next.run(a);
		expect(unknown).toMatchObject({
			failure: {
				reason: 'outcomeUnknown',
				advice: expect.stringMatching(/^An earlier execution sent it and got no usable answer\./),
			},
			isFromEarlier: true,
		});
		expect(inWords(await next.run(sendAgain))).toEqual(['ordering']);
		expect(service.timesSent('/a')).toBe(3);
	});

	test('in the store, what one key of an order left unknown in this execution is enough', async () => {
		const execution = workflow.execution();
		const ofKey = (more = {}) => [backlinkTo('a', { idempotencyKey: 'k', ...more })];
		service.next('/a', noSite, lost);
		await execution.run(ofKey());
		const retry = execution.retry();
		expect(inWords(await retry.run(ofKey()))).toEqual(['outcomeUnknown']);
		// Another round, so that it is another order of the retry, for the same idempotency key.
		const later = [backlinkTo('b', { idempotencyKey: 'k', resendUnknown: true })];
		expect(inWords(await retry.nextRound().run(later))).toEqual(['outcomeUnknown']);
		expect(service.timesSent('/b')).toBe(0);
	});

	test('in the store, what this execution itself left unknown stays so', async () => {
		const execution = workflow.execution();
		service.next('/a', noSite, lost);
		await execution.run(a);
		const retry = execution.retry();
		await retry.run(a);
		// Below an agent the ledger is of one call.
		expect(retry.begin(a).memory.isUnknownByThisExecution('another key')).toBe(false);
		expect(inWords(await retry.run(sendAgain))).toEqual(['outcomeUnknown']);
	});
});

test('the tools of an agent are told apart by their request, since all calls have index 0', async () => {
	const execution = workflow.execution();
	const isTool = true;
	service.next('/a', noSite);
	await execution.run(a, { isTool });
	expect(inWords(await execution.retry().run(a, { isTool }))).toEqual(['ordering']);
	const second = execution.retry();
	expect(inWords(await second.run(b, { isTool }))).toEqual(['ordering']);
	expect(inWords(await second.run(a, { isTool }))).toEqual(['orderedByEarlierRetry']);
});
