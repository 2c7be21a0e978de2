import { placeOrder } from '../../nodes/BacklinkPanel/orders/placeOrder.ts';
import { KEYS_KEPT } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import { backlinkTo, type Form, inWords, OrderingWorkflow } from './orderingRuns.mts';

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
const keyed = (page: string, key: string): Form => backlinkTo(page, { idempotencyKey: key });

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
		const allButOne = forms(KEYS_KEPT + 1, (index) => own(index % KEYS_KEPT));
		expect(refusalOf(allButOne)).toBeUndefined();
	});

	test('items without a key count not at all', () => {
		const items = Array.from({ length: KEYS_KEPT + 1 }, () => backlinkTo('a'));
		const execution = workflow.execution();
		expect(refusalOf(items, execution)).toBeUndefined();
		expect(refusalOf(forms(KEYS_KEPT, own), execution.nextRound())).toBeUndefined();
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

	test('the nodes of a workflow count together', () => {
		const execution = workflow.execution();
		const half = KEYS_KEPT / 2;
		expect(refusalOf(forms(half, own), execution)).toBeUndefined();
		const node = { ...execution.functions(forms(half + 1, own)).getNode(), id: 'second' };
		const second = (count: number) =>
			execution.begin(forms(count, own), { functions: { getNode: () => node } }).refusal;
		expect(second(half + 1)).toMatchObject({ reason: 'tooManyKeys' });
		expect(second(half)).toBeUndefined();
	});

	test('a call outside an execution counts for itself', () => {
		expect(refusalOf(forms(KEYS_KEPT, own), workflow.callOutside())).toBeUndefined();
		const other = new OrderingWorkflow().callOutside();
		expect(refusalOf(forms(KEYS_KEPT + 1, own), other)).toBeDefined();
	});

	test('a further try, for which fewer are left, counts as many as the first', async () => {
		const execution = workflow.execution();
		const half = KEYS_KEPT / 2;
		const items = forms(half, own);
		expect(refusalOf(items, execution)).toBeUndefined();
		await execution.run(items.slice(0, 1));
		expect(refusalOf(items, execution)).toBeUndefined();
		expect(refusalOf(forms(half + 1, own), execution.nextRound())).toMatchObject({
			reason: 'tooManyKeys',
		});
	});

	test('in a retry an item with an idempotency key has two', () => {
		const execution = workflow.execution();
		execution.begin([backlinkTo('a')]);
		const half = KEYS_KEPT / 2;
		expect(refusalOf(forms(half, own), execution.retry())).toBeUndefined();
		expect(refusalOf(forms(half + 1, own), execution.retry())).toMatchObject({
			detail: 'This execution has 10002 keys, and a workflow remembers 10000',
		});
		const same = (index: number) => own(index % 100);
		expect(refusalOf(forms(KEYS_KEPT - 100, same), execution.retry())).toBeUndefined();
		expect(refusalOf(forms(KEYS_KEPT - 99, same), execution.retry())).toBeDefined();
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

		const ofTheFirst = (name: string, index: number, fallback: never) =>
			(index === 0 ? failing : getNodeParameter)(name, index, fallback);
		const other = { getNodeParameter: ofTheFirst as never };
		const { refusal } = workflow.execution().begin(items, { functions: other });
		expect(refusal).toMatchObject({ reason: 'tooManyKeys' });
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
		const { signal } = new AbortController();
		const results = [await placeOrder(run, 0, signal), await placeOrder(run, 1, signal)];
		expect(inWords(results)).toEqual(['ledger', 'tooManyKeys']);
		expect(service.sent).toHaveLength(1);
	});
});
