import { parse, stringify } from 'flatted';
import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';

import { failureReasons } from '../unit/failureReasons.mts';
import { failDeduplicationStore } from './deduplicationStore.mts';
import { newCertificate } from './connection/certificates.mts';
import { startTlsServer, type FailingServer } from './connection/failingServers.mts';
import { callAsTool, runNode, type NodeRun, evaluated } from './engine.mts';
import { backlinkForm, backlinkItems, balanceForm } from './forms.mts';
import { type Row, rows } from './reasonRows.mts';
import { runBacklinks } from './runBacklinks.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();
afterEach(() => failDeduplicationStore(undefined));

let untrusted: FailingServer;
beforeAll(async () => {
	const certificate = newCertificate({ host: 'localhost', authority: undefined });
	untrusted = await startTlsServer(certificate, {});
});
afterAll(async () => await untrusted.close());

/** Reasons with their own tests, because they need a Stop, a list without the order, or over 10,000 items. */
const elsewhere = ['notStarted', 'orderNotFound', 'tooManyKeys'];

test('every reason of the catalogue is tested', () => {
	expect([...rows.map(({ reason }) => reason), ...elsewhere].sort()).toEqual(
		[...failureReasons].sort(),
	);
});

async function runOf(row: Row, onError?: OnError): Promise<NodeRun> {
	if (row.settings) await panel.client.change(row.settings);
	if (row.fault)
		await panel.client.addFault({
			...row.fault,
			method: row.form === balanceForm ? 'GET' : 'POST',
		});
	if (row.isStoreLocked) failDeduplicationStore(new Error('database\nis\u0007 locked'));
	return {
		credential: { ...panel.credential, ...row.credential?.(untrusted.port) },
		parameters: { ...(row.form ?? backlinkForm), options: row.options ?? {} } as INodeParameters,
		items: row.items ?? backlinkItems(1),
		workflowId: `reasons ${row.reason} ${onError}`,
		onError,
	};
}

describe.each(rows)('$reason', (row) => {
	const { itemIndex = 0 } = row;
	const facts = {
		reason: row.reason,
		kod: row.kod ?? null,
		hata: row.kod === undefined ? null : (row.hata ?? expect.any(String)),
		httpStatus: row.httpStatus ?? null,
		charged: row.charged ?? 'no',
		retryable: row.retryable ?? false,
	};
	const texts = {
		message: expect.stringMatching(row.message),
		description: expect.stringMatching(row.advice),
	};
	test('Stop Workflow: n8n stores the facts, where an error workflow finds them', async () => {
		const run = await runOf(row, 'stopWorkflow');
		const { stored, error: thrown } = await runNode(run);
		expect(thrown).toHaveProperty(
			'failure',
			row.cause && expect.objectContaining({ cause: row.cause }),
		);
		const { error } = (parse(stringify(stored)) as typeof stored).resultData;
		expect(error).toMatchObject({ ...texts, context: { ...facts, itemIndex } });
		const forErrorWorkflow = { execution: { error } } as unknown as IDataObject;
		expect(await evaluated('$json.execution.error.context.reason', forErrorWorkflow)).toBe(
			row.reason,
		);
		expect(await panel.client.creditsCharged()).toBe(row.credits ?? 0);
		expect(JSON.stringify(stored)).not.toContain(run.credential.apiKey);
	});

	test('Continue: the item has the facts, and a Switch can read the reason', async () => {
		const { output } = await runNode(await runOf(row, 'continueRegularOutput'));
		const item = output[itemIndex];
		expect(item).toEqual({
			json: { error: { ...texts, ...facts } },
			pairedItem: { item: itemIndex },
		});
		expectReadable(item?.json.error);
		expect(await evaluated('$json.error.reason', item?.json ?? {})).toBe(row.reason);
		expect(await panel.client.creditsCharged()).toBe(row.credits ?? 0);
	});

	test('Continue (using error output): the same beside the input’s fields', async () => {
		const run = await runOf(row, 'continueErrorOutput');
		const { output, errorOutput } = await runNode(run);
		expect(errorOutput[0]?.json).toEqual({
			...run.items?.[itemIndex],
			error: { ...texts, ...facts },
		});
		expect(output).toHaveLength(itemIndex);
	});

	test('as a tool: the model reads the same', async () => {
		const { items } = await callAsTool(await runOf(row));
		expect(items[itemIndex]?.json).toEqual({ error: { ...texts, ...facts } });
	});
});

describe('notStarted', () => {
	test('the items that were left when the execution was stopped', async () => {
		const { items } = await callAsTool({
			credential: panel.credential,
			parameters: backlinkForm,
			items: backlinkItems(2),
			signal: AbortSignal.abort(),
		});
		expect(items.map(({ json }) => json.error)).toMatchObject([
			{ reason: 'notStarted', charged: 'no', retryable: true },
			{ reason: 'notStarted', charged: 'no', retryable: true },
		]);
		expect((await panel.client.books()).requests).toEqual([]);
	});

	test.each([
		['notStarted', 'no', 0, 'Nothing was ordered.'],
		['outcomeUnknown', 'unknown', 5_000, 'The outcome of item 0 is unknown'],
	])('the error of the stopped execution: %s', async (reason, charged, delayMs, words) => {
		const answer = delayMs > 0 ? { answer: 'latency' as const, delayMs } : undefined;
		await panel.client.addFault(
			answer ?? { answer: 'tooManyRequests', headers: { 'retry-after': '600' } },
		);
		const stopButton = new AbortController();
		const running = runBacklinks(panel, 1, { parameters: backlinkForm, signal: stopButton.signal });
		while ((await panel.client.books()).requests.length === 0) await new Promise(setImmediate);
		stopButton.abort();
		const { status, error } = await running;
		expect(status).toBe('canceled');
		expect(error?.context).toMatchObject({ reason, charged });
		expect(error?.description).toContain(words);
	});
});

describe('an operation that the node does not have', () => {
	// n8n itself adds this operation to the menu, as “Custom API Call”.
	const call = () => ({
		credential: panel.credential,
		parameters: { resource: 'order', operation: '__CUSTOM_API_CALL__' },
		items: [{ row: 1 }, { row: 2 }],
	});
	const facts = { reason: 'invalidParameter', charged: 'no' };
	const message = 'This operation is not supported';

	test('Stop Workflow: the run fails as for an invalid field', async () => {
		const { error } = await runNode(call());
		expect(error).toMatchObject({ name: 'NodeOperationError', message, context: facts });
		expect(error?.description).toContain('“__CUSTOM_API_CALL__”');
	});

	test('Continue (using error output): no item goes on as if it were done', async () => {
		const { output, errorOutput } = await runNode({ ...call(), onError: 'continueErrorOutput' });
		expect(output).toEqual([]);
		expect(errorOutput.map(({ json }) => json)).toMatchObject([
			{ row: 1, error: { message, ...facts } },
			{ row: 2, error: { message, ...facts } },
		]);
	});
});

/** Checks that the texts follow n8n's rules for errors, and say if credits were charged. */
function expectReadable(error: unknown): void {
	const { message, description, charged } = error as Record<string, string>;
	for (const text of [message, description]) {
		expect(text).not.toMatch(/\b(error|problem|failure|mistake)s?\b/i);
		expect(text).not.toMatch(/undefined|null|NaN|\[object| {2}/);
	}
	expect(message).toMatch(/^[“\p{Lu}].*[^.]$/u);
	expect(description).toMatch(
		charged === 'no' ? /nothing was charged/i : /Look it up with Order → Get Many/,
	);
}
