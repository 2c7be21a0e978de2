import { placeOrder } from '../../nodes/BacklinkPanel/orders/placeOrder.ts';
import { OrderStore } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import {
	backlinkTo,
	type Execution,
	type Form,
	inWords,
	OrderingWorkflow,
} from './orderingRuns.mts';

jest.mock('../../nodes/BacklinkPanel/orders/store/storeEnvironment.ts', (): object => ({
	...jest.requireActual<object>('../../nodes/BacklinkPanel/orders/store/storeEnvironment.ts'),
	...jest.requireActual<object>('./virtualOrderStore.mts'),
}));

let workflow: OrderingWorkflow;
beforeEach(() => {
	workflow = new OrderingWorkflow();
});
afterEach(() => {
	jest.restoreAllMocks();
});

/** Orders one item of a batch. @returns the end of each key that was claimed for that, or ahead of its turn */
async function keysClaimedFor(
	itemIndex: number,
	execution: Execution,
	items: Form[],
): Promise<unknown[]> {
	const asked = jest.spyOn(OrderStore.prototype, 'claim');
	const run = execution.begin(items);
	const result = await placeOrder(run, itemIndex, new AbortController().signal);
	expect(inWords([result])).toEqual(['ordering']);
	await run.claims.end();
	const keys = asked.mock.calls.flatMap(([claims]) => claims.map(({ key }) => key));
	asked.mockRestore();
	return keys.map((key) => key.split(' ').at(-1));
}

const keyed = (key: string, more = {}, months = 1): Form =>
	backlinkTo(key, { idempotencyKey: key, ...more }, months);

test('with an order, those behind it are claimed that may be sent, and no others', async () => {
	const items = [
		keyed('first'),
		keyed('second'),
		keyed('dryRun', { dryRun: true }),
		keyed('invalid', {}, -1),
		backlinkTo('without-key'),
		keyed('paid'),
		keyed('last'),
	];
	const execution = workflow.execution();
	expect(await keysClaimedFor(5, execution, items)).toEqual(['paid', 'last']);
	// The next try of the same run.
	expect(await keysClaimedFor(0, execution, items)).toEqual(['first', 'second', 'last']);
});

test('in a retry, where each order is claimed, an item whose fields cannot be read is none', async () => {
	const items = [backlinkTo('a'), backlinkTo('b', {}, -1), backlinkTo('c')];
	const execution = workflow.execution();
	execution.begin(items);
	expect(await keysClaimedFor(0, execution.retry(), items)).toEqual(['0', '2']);
});

test('a workflow that n8n gives no ID was not saved, so its keys could not be remembered', async () => {
	const functions = { getWorkflow: () => ({ active: false }) };
	const results = await workflow.execution().run([keyed('key')], { functions });
	expect(inWords(results)).toEqual(['invalidParameter']);
	expect(workflow.service.sent).toEqual([]);
});
