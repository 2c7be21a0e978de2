import {
	ExecutionMemory,
	identifyExecution,
} from '../../nodes/BacklinkPanel/orders/ExecutionMemory.ts';
import { placeOrder } from '../../nodes/BacklinkPanel/orders/placeOrder.ts';
import { backlinkTo, inWords, OrderingWorkflow } from './orderingRuns.mts';
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
const sendAgain = [backlinkTo('a', { resendUnknown: true })];
const tool = { isTool: true };

describe('an agent that calls again in one execution', () => {
	test('is answered with the earlier order, marked as such', async () => {
		const execution = workflow.execution();
		await execution.run(a, tool);
		expect(await execution.run(a, tool)).toMatchObject([
			{ by: 'memory', items: [{ alreadyOrdered: true, placementId: 'bl_1' }] },
		]);
		expect(service.sent).toHaveLength(1);
	});

	test('a field of the service that has the name of the mark stays', async () => {
		const execution = workflow.execution();
		service.next('/a', placed({ alreadyOrdered: 'no' }));
		await execution.run(a, tool);
		expect(await execution.run(a, tool)).toMatchObject([{ items: [{ alreadyOrdered: 'no' }] }]);
	});

	test('another request is another order', async () => {
		const execution = workflow.execution();
		await execution.run(a, tool);
		expect(inWords(await execution.run([backlinkTo('a', {}, 2)], tool))).toEqual(['ordering']);
	});

	test('in another execution it is another order', async () => {
		await workflow.execution().run(a, tool);
		expect(inWords(await workflow.execution().run(a, tool))).toEqual(['ordering']);
	});

	test('after an unknown outcome, nothing is sent', async () => {
		const execution = workflow.execution();
		service.next('/a', lost);
		await execution.run(a, tool);
		const [result] = await execution.run(sendAgain, tool);
		expect(result).toMatchObject({
			failure: {
				reason: 'outcomeUnknown',
				advice: expect.stringMatching(/^This execution sent it before and got no usable answer\./),
			},
			isFromEarlier: true,
		});
		expect(service.sent).toHaveLength(1);
	});

	test('after a refusal, it is sent', async () => {
		const execution = workflow.execution();
		service.next('/a', noSite);
		await execution.run(a, tool);
		expect(inWords(await execution.run(a, tool))).toEqual(['ordering']);
	});

	test('calls at the same moment wait for each other, and order once', async () => {
		const execution = workflow.execution();
		const results = await Promise.all([1, 2, 3].map(() => execution.run(a, tool)));
		expect(results.map(inWords)).toEqual([['ordering'], ['memory'], ['memory']]);
		expect(service.sent).toHaveLength(1);
	});

	test('calls with another request, and of another execution, do not wait for it', async () => {
		const execution = workflow.execution();
		let answer = () => {};
		const isAnswered = new Promise<void>((resolve) => (answer = resolve));
		service.next('/a', async (limits) => {
			limits.onSend?.();
			await isAnswered;
			return { outcome: { kind: 'answer', body: {} }, waitedMs: 0, rejections: 0 };
		});
		const first = execution.run(a, tool);
		const other = execution.run([backlinkTo('b')], tool);
		const elsewhere = workflow.execution().run(a, tool);
		await new Promise((resolve) => setImmediate(resolve));
		expect(service.sent).toHaveLength(3);
		answer();
		const results = [await first, await other, await elsewhere];
		expect(results.map(inWords)).toEqual([['ordering'], ['ordering'], ['ordering']]);
	});

	test('a call that waits for another one ends when the user stops', async () => {
		const execution = workflow.execution();
		let answer = () => {};
		const isAnswered = new Promise<void>((resolve) => (answer = resolve));
		service.next('/a', async (limits) => {
			limits.onSend?.();
			await isAnswered;
			return { outcome: { kind: 'answer', body: {} }, waitedMs: 0, rejections: 0 };
		});
		const first = execution.run(a, tool);
		const stop = new AbortController();
		const second = execution.run(a, { ...tool, signal: stop.signal });
		stop.abort();
		expect(inWords(await second)).toEqual(['stopped']);
		answer();
		expect(inWords(await first)).toEqual(['ordering']);
		expect(service.sent).toHaveLength(1);
	});

	test('what an agent ordered before a failure is answered in the retry, too', async () => {
		const execution = workflow.execution();
		await execution.run(a, tool);
		expect(inWords(await execution.retry().run(a, tool))).toEqual(['memory']);
	});
});

describe('a node in a loop', () => {
	test('orders the same in each round: two rounds are two orders', async () => {
		const execution = workflow.execution();
		await execution.run(a);
		expect(inWords(await execution.nextRound().run(a))).toEqual(['ordering']);
		expect(service.sent).toHaveLength(2);
	});

	test('does not send again what an earlier round left unknown', async () => {
		const execution = workflow.execution();
		service.next('/a', lost);
		await execution.run(a);
		expect(inWords(await execution.nextRound().run(a))).toEqual(['outcomeUnknown']);
		expect(inWords(await execution.nextRound().run(sendAgain))).toEqual(['outcomeUnknown']);
		expect(service.sent).toHaveLength(1);
	});

	test('the items of one round are two orders, also where the first one was lost', async () => {
		const execution = workflow.execution();
		service.next('/a', lost);
		expect(inWords(await execution.run([...a, ...a]))).toEqual(['outcomeUnknown', 'ordering']);
		// The other one was placed; the first one is as unknown as before.
		expect(inWords(await execution.nextRound().run(a))).toEqual(['outcomeUnknown']);
	});

	test('nor does the loss of one item keep a later one of its round from being sent', async () => {
		service.next('/a', lost);
		const run = workflow.execution().begin([...a, ...a]);
		const { signal } = new AbortController();
		const results = [await placeOrder(run, 0, signal), await placeOrder(run, 1, signal)];
		expect(inWords(results)).toEqual(['outcomeUnknown', 'ordering']);
	});

	test('what is unknown is unknown no more when it was sent again after a retry, and placed', async () => {
		const execution = workflow.execution();
		service.next('/a', lost);
		await execution.run(a);
		const retry = execution.retry();
		expect(inWords(await retry.run(sendAgain))).toEqual(['ordering']);
		expect(inWords(await retry.nextRound().run(a))).toEqual(['ordering']);
	});

	test('what was unknown before a retry is sent again by a later round of it', async () => {
		const execution = workflow.execution();
		service.next('/a', lost);
		await execution.run(a);
		const round = execution.retry().nextRound();
		expect(inWords(await round.run(a))).toEqual(['outcomeUnknown']);
		expect(inWords(await round.run(sendAgain))).toEqual(['ordering']);
	});
});

describe('what an execution is recognised by', () => {
	test('an ID that its retries have, too, and that a run which only reads gives it', () => {
		const execution = workflow.execution();
		expect(new ExecutionMemory(execution.functions()).retryId).toBeUndefined();
		identifyExecution(execution.functions());
		const { retryId } = new ExecutionMemory(execution.functions());
		expect(retryId).toMatch(/^[\da-f-]{36}$/);
		identifyExecution(execution.functions());
		expect(new ExecutionMemory(execution.retry().functions()).retryId).toBe(retryId);
		const other = workflow.execution();
		identifyExecution(other.functions());
		const { retryId: otherId } = new ExecutionMemory(other.functions());
		expect(otherId).toMatch(/^[\da-f-]{36}$/);
		expect(otherId).not.toBe(retryId);
		// All nodes of the execution share the context, so it has one name in it.
		expect(Object.keys(other.data.flow)).toEqual(['backlinkPanel']);
	});

	test('what has no execution is of no earlier one, and neither is anything outside an execution', () => {
		const inside = new ExecutionMemory(workflow.execution().functions());
		expect(inside.isOfEarlierExecution({ executionId: 'another' })).toBe(true);
		expect(inside.isOfEarlierExecution({})).toBe(false);
		const outside = new ExecutionMemory(workflow.callOutside().functions());
		expect(outside.isOfEarlierExecution({ executionId: 'another' })).toBe(false);
	});

	test('outside an execution there is nothing to give', () => {
		const call = workflow.callOutside();
		identifyExecution(call.functions());
		expect(call.data.flow).toEqual({});
		expect(new ExecutionMemory(call.functions()).retryId).toBeUndefined();
	});

	test('two nodes of an execution have orders of their own', async () => {
		const execution = workflow.execution();
		await execution.run(a, tool);
		const node = execution.functions(a, tool).getNode();
		const functions = { getNode: () => ({ ...node, id: 'another' }) };
		expect(inWords(await execution.run(a, { ...tool, functions }))).toEqual(['ordering']);
	});
});

describe('below an MCP server, where there is no execution', () => {
	const MINUTE = 60_000;
	/** A call so many minutes after the first one. */
	const memoryAt = (minutes: number, of = workflow) =>
		new ExecutionMemory(of.callOutside().functions([], tool), () => minutes * MINUTE);

	test('the process remembers the orders of a node', async () => {
		await workflow.callOutside().run(a, tool);
		expect(inWords(await workflow.callOutside().run(a, tool))).toEqual(['memory']);
		expect(inWords(await new OrderingWorkflow().callOutside().run(a, tool))).toEqual(['ordering']);
	});

	test('what is unknown is not sent again, whatever the user says', async () => {
		service.next('/a', lost);
		await workflow.callOutside().run(a, tool);
		expect(inWords(await workflow.callOutside().run(sendAgain, tool))).toEqual(['outcomeUnknown']);
	});

	test('each order for ten minutes', () => {
		memoryAt(0).recordPaid('first', { placementId: 'x' });
		memoryAt(5).recordUnknown('second');
		expect(memoryAt(10).find('first')).toEqual({ state: 'paid', answer: { placementId: 'x' } });
		expect(memoryAt(10.01).find('first')).toBeUndefined();
		expect(memoryAt(15).find('second')).toMatchObject({ state: 'unknown' });
		expect(memoryAt(15.01).find('second')).toBeUndefined();
	});

	test('by a clock that nobody can set', async () => {
		let passed = 0;
		const realTime = performance.now.bind(performance);
		const clock = jest.spyOn(performance, 'now').mockImplementation(() => realTime() + passed);
		await workflow.callOutside().run(a, tool);
		passed = 11 * MINUTE;
		expect(inWords(await workflow.callOutside().run(a, tool))).toEqual(['ordering']);
		clock.mockRestore();
	});

	test('what dry runs came to, too', () => {
		memoryAt(0).recordDryRun('first', 5);
		memoryAt(9).recordUnknown('an order');
		expect(memoryAt(10).creditsOfDryRuns).toBe(5);
		expect(memoryAt(10.01).creditsOfDryRuns).toBe(0);
	});

	test('what was spent, for ten minutes from the first call on', () => {
		memoryAt(0).spent.credits = 7;
		memoryAt(9).recordUnknown('an order');
		expect(memoryAt(10).spent.credits).toBe(7);
		expect(memoryAt(10.01).spent.credits).toBe(0);
		expect(memoryAt(10.02).find('an order')).toMatchObject({ state: 'unknown' });
		memoryAt(11).spent.credits = 3;
		expect(memoryAt(20).spent.credits).toBe(3);
		expect(memoryAt(21).spent.credits).toBe(0);
	});

	test('an idempotency key that a call left unknown', () => {
		memoryAt(0).recordUnknownKeys(['key']);
		expect(memoryAt(1).isUnknownByThisExecution('key')).toBe(true);
		expect(memoryAt(1).isUnknownByThisExecution('other')).toBe(false);
		expect(memoryAt(1, new OrderingWorkflow()).isUnknownByThisExecution('key')).toBe(false);
		expect(memoryAt(11).isUnknownByThisExecution('key')).toBe(false);
	});
});
