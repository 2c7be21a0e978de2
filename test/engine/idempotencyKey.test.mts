import { waitUntil } from '../../tooling/waitUntil.mts';
import { articleForm, backlinkForm, targetOf } from './forms.mts';
import { failDeduplicationStore } from './deduplicationStore.mts';
import { noSiteFor } from './ordersOfItems.mts';
import { runNode, type NodeRun } from './engine.mts';
import { killedAtOrder, nodeOfProcess } from './processOfN8n.mts';
import { retryOnFail } from './runBacklinks.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const keyedForm = { ...backlinkForm, options: { idempotencyKey: '={{ $json.guid }}' } };
const post = (guid: unknown, index = 0) => ({
	guid,
	url: targetOf(index),
	anchor: 'anchor',
	months: 1,
});

const run = (items: unknown[], more: Partial<NodeRun> = {}) =>
	runNode({
		credential: panel.credential,
		parameters: keyedForm,
		items: items as NodeRun['items'],
		workflowId: panel.workflowId,
		...more,
	});

const charges = async () => (await panel.client.books()).charges.length;
const requests = async () => (await panel.client.requestsTo('/backlink')).length;

test('a second execution with the same key skips the item, and says so', async () => {
	await run([post('guid-1')]);
	const second = await run([post('guid-1'), post('guid-2', 1)]);

	expect(second.output.map(({ json }) => json)).toEqual([
		{ skipped: true, skippedBecause: 'keyUsed', idempotencyKey: 'guid-1' },
		expect.objectContaining({ placementId: expect.any(String) }),
	]);
	expect(second.hints).toContain(
		'1 skipped, nothing charged: its Idempotency Key was used before (item 0)',
	);
	expect(await charges()).toBe(2);
});

test('the key counts, not the content: an edited item is not ordered again', async () => {
	await run([post('guid-1')]);
	await run([{ ...post('guid-1'), anchor: 'edited' }]);
	expect(await charges()).toBe(1);
});

test('the same key twice in one batch orders once', async () => {
	const { output } = await run([post('guid-1'), post('guid-1'), post('guid-1')]);
	expect(output.filter(({ json }) => json.skipped === true)).toHaveLength(2);
	expect(await charges()).toBe(1);
});

test('if the first item of a key is refused, the second one is ordered, and answered in each try', async () => {
	await panel.client.addFault(noSiteFor(0, 1));
	const { output } = await run([post('guid-1'), post('guid-1')], {
		onError: 'continueRegularOutput',
		settings: retryOnFail,
	});
	expect(output.map(({ json }) => json)).toEqual([
		expect.objectContaining({ skippedBecause: 'keyUsed' }),
		expect.objectContaining({ placementId: expect.any(String) }),
	]);
	expect(await charges()).toBe(1);
});

describe('a key that is the same by mistake', () => {
	const keyed = (key: string) => ({
		...backlinkForm,
		options: { idempotencyKey: key, parallelRequests: 1 },
	});
	const four = [0, 1, 2, 3].map((index) => post(undefined, index));

	test('one is ordered, the others are refused, naming the field and the first item', async () => {
		const result = await run(four, {
			parameters: keyed('=post-{{ $json.guid }}'),
			onError: 'continueErrorOutput',
		});
		expect(result.output).toHaveLength(1);
		expect(result.errorOutput.map(({ json }) => json.error)).toEqual(
			[1, 2, 3].map(() =>
				expect.objectContaining({
					message: expect.stringMatching(/“Idempotency Key” .*item 0/),
					charged: 'no',
				}),
			),
		);
		expect(await charges()).toBe(1);
	});

	test('they stay refused in each try of Retry On Fail', async () => {
		const { error } = await run(four, {
			parameters: keyed('=post-{{ $json.guid }}'),
			settings: retryOnFail,
		});
		expect(error?.context).toMatchObject({ itemIndex: 1, charged: 'no' });
		expect(await charges()).toBe(1);
	});

	test('the same key for two operations is no mistake', async () => {
		await run([post('guid-1')]);
		const articles = { ...articleForm, options: { idempotencyKey: '={{ $json.guid }}' } };
		await run([{ guid: 'guid-1', title: 'Title', html: 'Text' }], { parameters: articles });
		expect(await charges()).toBe(2);
	});
});

describe('more keys than are remembered', () => {
	const rows = (count: number) => Array.from({ length: count }, (_, index) => post(`row-${index}`));

	test('a sheet of 10,001 rows is refused before anything is sent', async () => {
		const { error } = await run(rows(10_001));
		expect(error).toMatchObject({
			message: 'The items have more idempotency keys than n8n can remember',
			description: expect.stringContaining('several workflows'),
			context: { reason: 'tooManyKeys', charged: 'no', retryable: false },
			failure: { cause: 'configuration-invalid' },
		});
		expect(await requests()).toBe(0);
	});

	test('10,001 rows without keys are not refused for their number', async () => {
		await panel.client.change({ balance: 0 });
		const few = Array.from({ length: 10_001 }, () => post('row-0'));
		const { error } = await run(few, { parameters: backlinkForm });
		expect(error?.message).toBe('Not enough credits');
	});
});

test('six executions at once with the same key order once', async () => {
	await panel.client.addFault({ answer: 'latency', delayMs: 50 });
	await Promise.all([1, 2, 3, 4, 5, 6].map(() => run([post('guid-1')])));
	expect(await charges()).toBe(1);
	expect(await requests()).toBe(1);
});

test('a number and its text are the same key, another workflow has keys of its own', async () => {
	await run([post(5)]);
	await run([post('5')]);
	expect(await charges()).toBe(1);
	await run([post('5')], { workflowId: `${panel.workflowId}-copy` });
	expect(await charges()).toBe(2);
});

test.each([[''], [null], [undefined], [{}], ['undefined'], [2 ** 53]])(
	'a key that is %j is refused: it must not mean “unprotected”',
	async (guid) => {
		const { error } = await run([post(guid)]);
		expect(error?.message).toContain('“Idempotency Key”');
		expect(await requests()).toBe(0);
	},
);

test('a workflow that was never saved is refused before anything is sent', async () => {
	const { error } = await run([post('guid-1')], { workflowId: '' });
	expect(error?.message).toContain('needs a saved workflow');
	expect(await requests()).toBe(0);
});

describe('n8n cannot reach its store', () => {
	afterEach(() => failDeduplicationStore(undefined));

	test('after the order was sent: the item succeeds, and the outcome of its key stays unknown', async () => {
		await panel.client.addFault({ answer: 'latency', delayMs: 200, times: 1 });
		const running = run([post('guid-1')]);
		await waitUntil('request', async () => (await requests()) > 0);
		failDeduplicationStore(new Error('the database is locked'));
		expect((await running).output[0]?.json).toHaveProperty('placementId');

		failDeduplicationStore(undefined);
		const second = await run([post('guid-1')], { onError: 'continueRegularOutput' });
		expect(second.output[0]?.json.error).toMatchObject({ charged: 'unknown' });
		expect(await charges()).toBe(1);
	});
});

test('a definite refusal frees the key', async () => {
	await panel.client.change({ balance: 0 });
	await run([post('guid-1')]);
	await panel.client.change({ balance: 100 });
	const { output } = await run([post('guid-1')]);
	expect(output[0]?.json).toHaveProperty('placementId');
	expect(await charges()).toBe(1);
});

test('after a lost answer the outcome of a key is unknown: no execution skips it silently or sends again', async () => {
	await panel.client.addFault({ answer: 'reset', path: '/backlink' });
	await run([post('guid-1')]);
	await panel.client.clearFaults();
	const later = await run([post('guid-1'), post('guid-2', 1)], {
		onError: 'continueErrorOutput',
	});

	expect(later.errorOutput[0]?.json.error).toMatchObject({
		message: 'The outcome of this order is unknown',
		description: expect.stringMatching(
			/An earlier execution sent it and got no usable answer.*1 entry for “/s,
		),
		charged: 'unknown',
		retryable: false,
	});
	expect(later.output).toHaveLength(1);
	expect(await requests()).toBe(2);
	expect(await charges()).toBe(2);
});

test('“Send Unknown Orders Again” sends the order of an unknown key again, and the key is used then', async () => {
	await panel.client.addFault({ answer: 'reset', phase: 'before', path: '/backlink' });
	await run([post('guid-1')]);
	await panel.client.clearFaults();
	const parameters = {
		...backlinkForm,
		options: { idempotencyKey: '={{ $json.guid }}', resendUnknown: true },
	};
	await run([post('guid-1')], { parameters });
	const last = await run([post('guid-1')], { parameters });

	expect(last.output[0]?.json).toEqual({
		skipped: true,
		skippedBecause: 'keyUsed',
		idempotencyKey: 'guid-1',
	});
	expect(await charges()).toBe(1);
});

test('an execution that waits for a key of another execution ends at once after a Stop', async () => {
	await panel.client.addFault({ answer: 'latency', delayMs: 1_000 });
	const holder = run([post('guid-1')]);
	await waitUntil('request', async () => (await requests()) > 0);
	const stopButton = new AbortController();
	const waiting = run([post('guid-1')], { signal: stopButton.signal });
	await new Promise((resolve) => setTimeout(resolve, 50));
	stopButton.abort();

	expect((await waiting).status).toBe('canceled');
	expect((await holder).status).toBe('success');
	expect(await charges()).toBe(1);
});

test('an order that another process is sending is not sent here, also with “Send Unknown Orders Again”', async () => {
	await panel.client.addFault({ answer: 'latency', delayMs: 2_000, path: '/backlink' });
	const sending = run([post('guid-1')]);
	await waitUntil('request', async () => (await requests()) > 0);
	const options = { ...keyedForm.options, resendUnknown: true };
	const other = await run([post('guid-1')], {
		parameters: { ...backlinkForm, options },
		nodeType: await nodeOfProcess(),
	});
	expect(other.error?.context).toMatchObject({ charged: 'unknown' });
	expect((await sending).status).toBe('success');
	expect(await charges()).toBe(1);
});

test('a crash leaves only keys unknown whose orders could leave within ten seconds', async () => {
	const items = Array.from({ length: 30 }, (_, index) => post(`guid-${index}`, index));
	const inOrder = { ...keyedForm.options, parallelRequests: 1 };
	await run(items, {
		parameters: { ...backlinkForm, options: inOrder },
		credential: { ...panel.credential, requestsPerMinute: 60 },
		nodeType: killedAtOrder(await nodeOfProcess(), 0),
	});
	const later = await run(items, {
		onError: 'continueErrorOutput',
		nodeType: await nodeOfProcess(60 * 60_000),
	});
	expect(later.errorOutput.length).toBeGreaterThan(0);
	expect(later.errorOutput.length).toBeLessThanOrEqual(10);
	expect(await charges()).toBe(1 + later.output.length);
});
