import { parse, stringify } from 'flatted';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeParameters,
	OnError,
} from 'n8n-workflow';

import { failureReasons } from '../unit/failureReasons.mts';
import { callAsTool, createWorkflow, runNode, type NodeRun } from './engine.mts';
import type { Fault, SettingsChange } from '../../sandbox/sandbox.mts';
import { failDeduplicationStore } from './deduplicationStore.mts';
import { articleForm, backlinkForm, backlinkItems, balanceForm } from './forms.mts';
import { testNode } from './testNode.mts';
import { TriggerInN8n } from './triggerEngine.mts';
import { usePanel } from './usePanel.mts';

jest.mock('../../nodes/BacklinkPanel/orders/surroundings.ts', () =>
	jest.requireActual('./quickOrderStore.mts'),
);

const panel = usePanel();
afterEach(() => failDeduplicationStore(undefined));

/** One reason: how it comes about, and what a workflow and a person read of it. */
interface Row {
	reason: string;
	fault?: Fault;
	settings?: SettingsChange;
	credential?: (credential: ICredentialDataDecryptedObject) => ICredentialDataDecryptedObject;
	form?: INodeParameters;
	options?: IDataObject;
	items?: IDataObject[];
	isStoreLocked?: true;
	/** Which of the items has this reason, where it is not the first. */
	itemIndex?: number;
	message: RegExp;
	/** The part of the description that says what to do. */
	advice: RegExp;
	kod?: string;
	hata?: string;
	httpStatus?: number;
	charged?: 'unknown';
	retryable?: true;
	/** What the sandbox charged for all of the items. */
	credits?: number;
}

const article = { title: 'Halı bakımı', html: '<p>Metin</p>' };
const refusal = (status: number, kod: string, hata: string): Fault => ({
	answer: 'status',
	status,
	body: { ok: false, kod, hata },
});

const rows: Row[] = [
	{
		reason: 'yetkisiz',
		credential: (credential) => ({ ...credential, apiKey: 'demo_live_wrong' }),
		message: /^The API key was not accepted$/,
		advice: /Check the API Key of the credential/,
		kod: 'yetkisiz',
		httpStatus: 401,
	},
	{
		reason: 'krediYetersiz',
		settings: { balance: 0 },
		message: /^Not enough credits$/,
		advice: /Top up the balance/,
		kod: 'krediYetersiz',
		httpStatus: 402,
	},
	{
		reason: 'uygunSiteYok',
		settings: { sites: [] },
		message: /^No eligible site is available$/,
		advice: /Run the item again later/,
		kod: 'uygunSiteYok',
		httpStatus: 409,
		retryable: true,
	},
	{
		reason: 'limit',
		fault: { answer: 'tooManyRequests' },
		options: { maxRateLimitWait: 0 },
		message: /^Rate limit: waited 0 s$/,
		advice: /Raise “Max Wait for Rate Limit \(Seconds\)”/,
		kod: 'limit',
		httpStatus: 429,
		retryable: true,
	},
	{
		reason: 'refused',
		fault: refusal(422, 'anchorYasak', 'Bu anchor kullanılamaz'),
		message: /^The service refused the request: Bu anchor kullanılamaz$/,
		advice: /Check the values of this item/,
		kod: 'anchorYasak',
		httpStatus: 422,
	},
	{
		reason: 'notConfirmed',
		fault: { answer: 'refusal', body: { ok: false, kod: 'bakim', hata: 'Bakım' } },
		message: /^The service did not confirm the order: Bakım$/,
		advice: /Look it up with Order → Get Many/,
		kod: 'bakim',
		httpStatus: 200,
		charged: 'unknown',
	},
	{
		reason: 'outcomeUnknown',
		fault: { answer: 'reset' },
		message: /^The outcome of this order is unknown$/,
		advice: /Look it up with Order → Get Many/,
		charged: 'unknown',
		credits: 1,
	},
	{
		reason: 'notSent',
		credential: (credential) => ({
			...credential,
			baseUrl: String(credential.baseUrl).replace('http:', 'https:'),
		}),
		message: /^The service could not be reached: /,
		advice: /Check the Base URL .*run the item again/,
		retryable: true,
	},
	{
		reason: 'unexpectedAnswer',
		fault: { answer: 'json', body: { ok: true, anahtar: 1 } },
		form: balanceForm,
		message: /^The service answered in another format than documented$/,
		advice: /Check that the Base URL/,
	},
	{
		reason: 'noSitePublished',
		fault: {
			answer: 'json',
			body: { ok: true, basariliSayisi: 0, sonuclar: [{ site: 'a.example', ok: false }] },
		},
		form: articleForm,
		items: [article],
		message: /^No site published the article$/,
		advice: /a\.example.*Run the item again later/,
		retryable: true,
	},
	{
		reason: 'readFailed',
		fault: { answer: 'redirect', headers: { location: '/login' } },
		form: balanceForm,
		message: /^The service gave no usable answer$/,
		advice: /Try again later/,
		httpStatus: 302,
		retryable: true,
	},
	{
		reason: 'keyClash',
		options: { idempotencyKey: 'post-', parallelRequests: 1 },
		items: backlinkItems(2),
		itemIndex: 1,
		message: /^“Idempotency Key” is not unique: item 0 /,
		advice: /Use an expression/,
		credits: 1,
	},
	{
		reason: 'tooManyKeys',
		options: { idempotencyKey: '={{ $json.anchor }}' },
		items: backlinkItems(10_001),
		message: /^The items have more idempotency keys than n8n can remember$/,
		advice: /several workflows/,
	},
	{
		reason: 'maxCredits',
		options: { maxCredits: 0 },
		message: /^“Max Credits per Execution” does not allow this order$/,
		advice: /Of the 0 /,
	},
	{
		reason: 'minimumBalance',
		options: { minimumBalance: 1_000 },
		message: /^“Minimum Balance to Keep” does not allow this order$/,
		advice: /leave 999/,
	},
	{
		reason: 'orderStoreUnavailable',
		options: { idempotencyKey: 'post-1' },
		isStoreLocked: true,
		message: /^The node could not check whether this order was placed before$/,
		advice: /database is locked.*Run the item again later/,
		retryable: true,
	},
	{
		reason: 'invalidParameter',
		items: [{ ...backlinkItems(1)[0], months: 2.5 }],
		message: /^“Duration \(Months\)” has to be a whole number/,
		advice: /item 0.*Correct the field/,
	},
	{
		reason: 'invalidCredential',
		credential: (credential) => ({ ...credential, apiKey: 'short' }),
		message: /^The API Key has to have 8 to 1,000 characters$/,
		advice: /Copy the key/,
	},
];

/** Those that no answer of the service and no setting of a run leads to; each has its test below. */
const elsewhere = ['notStarted', 'orderNotFound'];

test('every reason is here', () => {
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
		credential: row.credential?.(panel.credential) ?? panel.credential,
		parameters: { ...(row.form ?? backlinkForm), options: row.options ?? {} } as INodeParameters,
		items: row.items ?? backlinkItems(1),
		workflowId: `reasons ${row.reason} ${onError}`,
		onError,
	};
}

/** What n8n makes of an expression in a node behind this one, such as a Switch. */
async function evaluated(expression: string, json: IDataObject): Promise<unknown> {
	const node = testNode('Switch', 'test.after');
	const { workflow } = await createWorkflow({
		nodes: [node],
		connections: {},
		credential: panel.credential,
	});
	return workflow.expression.getParameterValue(
		`={{ ${expression} }}`,
		null,
		0,
		0,
		node.name,
		[{ json }],
		'trigger',
		{},
	);
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
	const books = async () =>
		(await panel.client.books()).charges.reduce((sum, { credits }) => sum + credits, 0);

	test('Stop Workflow: n8n stores the facts, where an error workflow finds them', async () => {
		const { stored } = await runNode(await runOf(row, 'stopWorkflow'));
		const { error } = (parse(stringify(stored)) as typeof stored).resultData;
		expect(error).toMatchObject({ ...texts, context: { ...facts, itemIndex } });
		const forErrorWorkflow = { execution: { error } } as unknown as IDataObject;
		expect(await evaluated('$json.execution.error.context.reason', forErrorWorkflow)).toBe(
			row.reason,
		);
		expect(await books()).toBe(row.credits ?? 0);
	});

	test('Continue: the item has the facts, and a Switch can tell the reason', async () => {
		const { output } = await runNode(await runOf(row, 'continueRegularOutput'));
		const item = output[itemIndex];
		expect(item).toEqual({
			json: { error: { ...texts, ...facts } },
			pairedItem: { item: itemIndex },
		});
		expect(await evaluated('$json.error.reason', item?.json ?? {})).toBe(row.reason);
		expect(await books()).toBe(row.credits ?? 0);
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
		['notStarted', 'no', 0],
		['outcomeUnknown', 'unknown', 5_000],
	])('a stopped execution itself: %s', async (reason, charged, delayMs) => {
		const answer = delayMs > 0 ? { answer: 'latency' as const, delayMs } : undefined;
		await panel.client.addFault(
			answer ?? { answer: 'tooManyRequests', headers: { 'retry-after': '600' } },
		);
		const stopButton = new AbortController();
		const running = runNode({
			credential: panel.credential,
			parameters: backlinkForm,
			items: backlinkItems(1),
			signal: stopButton.signal,
		});
		while ((await panel.client.books()).requests.length === 0) await new Promise(setImmediate);
		stopButton.abort();
		const { status, error } = await running;
		expect(status).toBe('canceled');
		expect(error?.context).toMatchObject({ reason, charged });
	});
});

describe('an operation that the node does not have', () => {
	// As n8n's own entry “Custom API Call” in the menus is none.
	const call = () => ({
		credential: panel.credential,
		parameters: { resource: 'order', operation: '__CUSTOM_API_CALL__' },
		items: [{ row: 1 }, { row: 2 }],
	});
	const facts = { reason: 'invalidParameter', charged: 'no' };
	const message = 'This operation is not supported';

	test('Stop Workflow: ends the run as a field that cannot be used', async () => {
		const { error } = await runNode(call());
		expect(error).toMatchObject({ message, context: facts });
	});

	test('Continue (using error output): no item goes on as if it were done', async () => {
		const { output, errorOutput } = await runNode({ ...call(), onError: 'continueErrorOutput' });
		expect(output).toEqual([]);
		expect(errorOutput.map(({ json }) => json)).toMatchObject([
			{ row: 1, error: { message, ...facts } },
			{ row: 2, error: { message, ...facts } },
		]);
	});

	test('as a tool: the model reads it', async () => {
		const { items } = await callAsTool(call());
		expect(items[0]?.json.error).toMatchObject({ message, ...facts });
	});
});

describe('the trigger', () => {
	const event = (parameters: INodeParameters, credential = panel.credential) =>
		new TriggerInN8n({ parameters, credential });
	const created = {
		event: 'orderCreated',
		orderType: 'all',
		emitExisting: false,
		orderIdField: '',
	};
	const low = { event: 'balanceLow', threshold: 50, repeatAfterHours: 24 };
	const reasonOf = async (failing: Promise<unknown>) => {
		const error: unknown = await failing.then(
			() => undefined,
			(thrown: unknown) => thrown,
		);
		// n8n hands a failed poll to the error workflow as JSON.
		const trigger = { error: JSON.parse(JSON.stringify(error)) as IDataObject };
		return await evaluated('$json.trigger.error.context.reason', { trigger });
	};

	test('a poll with a key that is not accepted', async () => {
		const wrong = { ...panel.credential, apiKey: 'demo_live_wrong' };
		expect(await reasonOf(event(low, wrong).activate())).toBe('yetkisiz');
	});

	test('a poll for which the rate limit has been used up four times', async () => {
		await panel.client.addFault({ answer: 'tooManyRequests' });
		const trigger = event(low);
		await trigger.activate();
		await trigger.poll();
		await trigger.poll();
		expect(await reasonOf(trigger.poll())).toBe('limit');
	});

	test('a poll with a credential that cannot be used', async () => {
		const short = { ...panel.credential, apiKey: 'short' };
		expect(await reasonOf(event(low, short).activate())).toBe('invalidCredential');
	});

	test('a poll with a credential that was deleted', async () => {
		const deleted = event(low);
		deleted.change({ credentialId: 'deleted' });
		expect(await reasonOf(deleted.activate())).toBe('invalidCredential');
	});

	test.each([
		['a field that cannot be used', 'many', /^“Threshold” has to be a number/],
		['an expression that cannot be evaluated', '={{ $json.a.b.c }}', /^“Threshold”/],
	])('%s', async (_, threshold, message) => {
		const failing = event({ ...low, threshold });
		await expect(failing.activate()).rejects.toThrow(message);
		expect(await reasonOf(failing.activate())).toBe('invalidParameter');
	});

	test('an event that the trigger does not have', async () => {
		expect(await reasonOf(event({ event: 'siteAdded' }).activate())).toBe('invalidParameter');
	});

	test('a test in the editor where there is no order yet', async () => {
		expect(await reasonOf(event(created).test())).toBe('orderNotFound');
	});

	test('a menu that cannot be filled', async () => {
		const wrong = { ...panel.credential, apiKey: 'demo_live_wrong' };
		expect(await reasonOf(event(created, wrong).menu('getOrderFields'))).toBe('yetkisiz');
		const deleted = event(created);
		deleted.change({ credentialId: 'deleted' });
		expect(await reasonOf(deleted.menu('getStatuses'))).toBe('invalidCredential');
	});
});

describe('text of the service, hostile', () => {
	const hostile = () => ({
		answer: 'status' as const,
		status: 422,
		body: {
			ok: false,
			kod: 'a<b>',
			hata: `<img src=x> Panel'in & "sınırı"\u0000\u202e ${String(panel.credential.apiKey)}\n&lt;`,
			'<i>': '<u>\u0007',
		},
	});
	const said = `<img src=x> Panel'in & "sınırı" [API key] &lt;`;
	const run = async (onError?: OnError) => {
		await panel.client.addFault(hostile());
		return {
			credential: panel.credential,
			parameters: backlinkForm,
			items: backlinkItems(1),
			onError,
		};
	};
	const plain = {
		message: `The service refused the request: ${said}`,
		description: expect.stringContaining(`The service said: “${said} (<i>: <u>)”`),
		kod: 'a<b>',
		hata: said,
	};

	test('is plain text in an item', async () => {
		const { output } = await runNode(await run('continueRegularOutput'));
		expect(output[0]?.json.error).toMatchObject(plain);
	});

	test('is plain text on the error output', async () => {
		const { errorOutput } = await runNode(await run('continueErrorOutput'));
		expect(errorOutput[0]?.json.error).toMatchObject(plain);
	});

	test('is plain text for a model', async () => {
		const { items } = await callAsTool(await run());
		expect(items[0]?.json.error).toMatchObject(plain);
	});

	test('is escaped where n8n shows HTML', async () => {
		const { error } = await runNode(await run('stopWorkflow'));
		expect(error).toMatchObject({
			message: `The service refused the request: ‹img src=x› Panel'in & "sınırı" [API key] &lt;`,
			description: expect.stringContaining(
				`“&lt;img src=x&gt; Panel'in &amp; "sınırı" [API key] &amp;lt; (&lt;i&gt;: &lt;u&gt;)”`,
			),
			context: { hata: said, kod: 'a<b>' },
		});
	});
});
