import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';

import type { Fault, SettingsChange } from '../../sandbox/sandbox.mts';
import { backlinkForm, balanceForm, targetOf } from './forms.mts';
import { DELETED_CREDENTIAL_ID } from './testCredentialsHelper.mts';
import { runNode, type NodeRunResult } from './engine.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

/** One way for an item to fail, and everything the user is told about it. */
interface Case {
	situation: string;
	fault?: Fault;
	settings?: SettingsChange;
	apiKey?: string;
	item?: IDataObject;
	options?: IDataObject;
	/** Where the service's text has markup, an error item has it as it came. */
	inItem?: { message: string; descriptionSays: string };
	message: string;
	descriptionSays: string;
	reason: string;
	kod: string | null;
	hata: string | null;
	httpStatus: number | null;
	charged: 'no' | 'unknown';
	retryable: boolean;
	/** What the sandbox saw of it. */
	requests: number;
	credits: number;
}

const unknown = {
	message: 'The outcome of this order is unknown',
	reason: 'outcomeUnknown',
	kod: null,
	hata: null,
	charged: 'unknown',
	retryable: false,
	requests: 1,
} as const;

const cases: Case[] = [
	{
		situation: 'a key that the service does not know',
		apiKey: 'demo_live_wrong',
		message: 'The API key was not accepted',
		descriptionSays: 'Account → API',
		reason: 'yetkisiz',
		kod: 'yetkisiz',
		hata: expect.any(String),
		httpStatus: 401,
		charged: 'no',
		retryable: false,
		requests: 1,
		credits: 0,
	},
	{
		situation: 'too few credits',
		settings: { balance: 0 },
		message: 'Not enough credits',
		descriptionSays: 'Top up',
		reason: 'krediYetersiz',
		kod: 'krediYetersiz',
		hata: expect.any(String),
		httpStatus: 402,
		charged: 'no',
		retryable: false,
		requests: 1,
		credits: 0,
	},
	{
		situation: 'no site left for the order',
		settings: { sites: [] },
		message: 'No eligible site is available',
		descriptionSays: 'later',
		reason: 'uygunSiteYok',
		kod: 'uygunSiteYok',
		hata: expect.any(String),
		httpStatus: 409,
		charged: 'no',
		retryable: true,
		requests: 1,
		credits: 0,
	},
	{
		situation: 'the rate limit, with Max Wait 0',
		fault: { answer: 'tooManyRequests' },
		options: { maxRateLimitWait: 0 },
		message: 'Rate limit: waited 0 s',
		descriptionSays: 'Max Wait for Rate Limit',
		reason: 'limit',
		kod: 'limit',
		hata: expect.any(String),
		httpStatus: 429,
		charged: 'no',
		retryable: true,
		requests: 1,
		credits: 0,
	},
	{
		situation: 'the rate limit, where the service asks for more than Max Wait',
		fault: { answer: 'tooManyRequests', headers: { 'retry-after': '1800' } },
		message: 'Rate limit: the service asks to come back in 30 min',
		descriptionSays: 'Run the item again after that time',
		reason: 'limit',
		kod: 'limit',
		hata: expect.any(String),
		httpStatus: 429,
		charged: 'no',
		retryable: true,
		requests: 1,
		credits: 0,
	},
	{
		...unknown,
		situation: 'a 429 that says ok: true',
		fault: { answer: 'status', status: 429, body: { ok: true, placementId: 'p1' } },
		descriptionSays: 'the service answered with “ok: true” and status 429',
		httpStatus: 429,
		credits: 0,
	},
	{
		...unknown,
		situation: 'a kod that contradicts its status',
		fault: { answer: 'status', status: 402, body: { ok: false, kod: 'limit', hata: 'Hayır' } },
		descriptionSays: 'the service answered with kod “limit” and status 402',
		kod: 'limit',
		hata: 'Hayır',
		httpStatus: 402,
		credits: 0,
	},
	{
		situation: 'a refusal with a kod that is not documented',
		fault: {
			answer: 'status',
			status: 422,
			body: { ok: false, kod: 'anchorYasak', hata: 'Bu anchor kullanılamaz: <b>bahis</b>' },
		},
		inItem: {
			message: 'The service refused the request: Bu anchor kullanılamaz: <b>bahis</b>',
			descriptionSays: '“Bu anchor kullanılamaz: <b>bahis</b>”',
		},
		message: 'The service refused the request: Bu anchor kullanılamaz: ‹b›bahis‹/b›',
		descriptionSays: '&lt;b&gt;bahis&lt;/b&gt;',
		reason: 'refused',
		kod: 'anchorYasak',
		hata: 'Bu anchor kullanılamaz: <b>bahis</b>',
		httpStatus: 422,
		charged: 'no',
		retryable: false,
		requests: 1,
		credits: 0,
	},
	{
		situation: 'a 404 page of a proxy',
		fault: { answer: 'status', status: 404, body: '<html>nothing here</html>' },
		message: 'The service refused the request: status 404, not found',
		descriptionSays: 'Base URL',
		reason: 'refused',
		kod: null,
		hata: null,
		httpStatus: 404,
		charged: 'no',
		retryable: false,
		requests: 1,
		credits: 0,
	},
	{
		situation: 'status 200 with ok: false and a kod that is not documented',
		fault: { answer: 'refusal', body: { ok: false, kod: 'bakim', hata: 'Bakım çalışması' } },
		message: 'The service did not confirm the order: Bakım çalışması',
		descriptionSays: 'Order → Get Many',
		reason: 'notConfirmed',
		kod: 'bakim',
		hata: 'Bakım çalışması',
		httpStatus: 200,
		charged: 'unknown',
		retryable: false,
		requests: 1,
		credits: 0,
	},
	{
		situation: 'status 200 with ok: false and a documented kod',
		fault: { answer: 'refusal', body: { ok: false, kod: 'krediYetersiz', hata: 'Yetersiz' } },
		message: 'Not enough credits',
		descriptionSays: 'Yetersiz',
		reason: 'krediYetersiz',
		kod: 'krediYetersiz',
		hata: 'Yetersiz',
		httpStatus: 200,
		charged: 'no',
		retryable: false,
		requests: 1,
		credits: 0,
	},
	{
		situation: 'a field that cannot be sent',
		item: { url: targetOf(0), anchor: 'anchor', months: 2.5 },
		message: '“Duration (Months)” has to be a whole number from 1 to 1,200, not 2.5',
		descriptionSays: 'Nothing was sent',
		reason: 'invalidParameter',
		kod: null,
		hata: null,
		httpStatus: null,
		charged: 'no',
		retryable: false,
		requests: 0,
		credits: 0,
	},
	{
		...unknown,
		situation: 'no answer in time, after the order was carried out',
		fault: { answer: 'timeout' },
		options: { timeout: 1 },
		descriptionSays: 'no answer came within 1 s',
		httpStatus: null,
		credits: 1,
	},
	{
		...unknown,
		situation: 'a connection reset, after the order was carried out',
		fault: { answer: 'reset' },
		descriptionSays: 'the connection was lost before the answer arrived',
		httpStatus: null,
		credits: 1,
	},
	{
		...unknown,
		situation: 'a connection reset, before the order was carried out',
		fault: { answer: 'reset', phase: 'before' },
		descriptionSays: 'the connection was lost before the answer arrived',
		httpStatus: null,
		credits: 0,
	},
	{
		...unknown,
		situation: 'an answer cut in the middle',
		fault: { answer: 'truncated' },
		descriptionSays: 'the answer was cut off',
		httpStatus: null,
		credits: 1,
	},
	{
		...unknown,
		situation: 'an answer that is not complete JSON',
		fault: { answer: 'invalidJson' },
		descriptionSays: 'not complete JSON',
		httpStatus: 200,
		credits: 1,
	},
	{
		...unknown,
		situation: 'an empty answer',
		fault: { answer: 'emptyBody' },
		descriptionSays: 'the answer was empty',
		httpStatus: 200,
		credits: 1,
	},
	{
		...unknown,
		situation: 'a web page instead of an answer',
		fault: { answer: 'html' },
		descriptionSays: 'a web page instead of JSON',
		httpStatus: 200,
		credits: 0,
	},
	{
		...unknown,
		situation: 'a redirect, which is not followed',
		fault: { answer: 'redirect' },
		descriptionSays: 'redirected to /api/v1/krediler',
		httpStatus: 302,
		credits: 0,
	},
	{
		...unknown,
		situation: 'a 502 page of a gateway, after the order was carried out',
		fault: { answer: 'badGateway' },
		descriptionSays: 'status 502',
		httpStatus: 502,
		credits: 1,
	},
	{
		...unknown,
		situation: 'a 500 with a body of the service',
		fault: {
			answer: 'status',
			status: 500,
			body: { ok: false, kod: 'sunucu', hata: 'Hata oluştu' },
		},
		descriptionSays: 'status 500',
		kod: 'sunucu',
		hata: 'Hata oluştu',
		httpStatus: 500,
		credits: 0,
	},
	{
		...unknown,
		situation: 'a 408',
		fault: { answer: 'status', status: 408, body: '' },
		descriptionSays: 'status 408',
		httpStatus: 408,
		credits: 0,
	},
];

async function provoke(situation: Case, onError: OnError): Promise<NodeRunResult> {
	if (situation.settings) await panel.client.change(situation.settings);
	if (situation.fault) await panel.client.addFault({ path: '/backlink', ...situation.fault });
	const { apiKey, item, options } = situation;
	return await runNode({
		credential: { ...panel.credential, ...(apiKey ? { apiKey } : {}) },
		parameters: { ...backlinkForm, options: options ?? {} } as INodeParameters,
		items: [item ?? { url: targetOf(0), anchor: 'anchor', months: 1, row: 7 }],
		onError,
	});
}

describe.each(cases)('Backlink → Create, $situation', (situation) => {
	const { message, reason, kod, hata, httpStatus, charged, retryable } = situation;
	const inItem = situation.inItem ?? situation;
	const itemError = {
		message: inItem.message,
		description: expect.stringContaining(inItem.descriptionSays),
		reason,
		kod,
		hata,
		httpStatus,
		charged,
		retryable,
	};

	test('Stop Workflow: throws the error with its facts', async () => {
		const run = await provoke(situation, 'stopWorkflow');

		expect(run.status).toBe('error');
		expect(run.error).toMatchObject({
			message,
			description: expect.stringContaining(situation.descriptionSays),
			context: { itemIndex: 0, reason, kod, hata, httpStatus, charged, retryable },
		});
		expect(run.output).toEqual([]);
	});

	test('Continue: the error is the item', async () => {
		const run = await provoke(situation, 'continueRegularOutput');

		expect(run.status).toBe('success');
		expect(run.output).toEqual([{ json: { error: itemError }, pairedItem: { item: 0 } }]);
	});

	test('Continue (using error output): the error leaves there, beside the input’s fields', async () => {
		const run = await provoke(situation, 'continueErrorOutput');

		expect(run.output).toEqual([]);
		expect(run.errorOutput).toHaveLength(1);
		expect(run.errorOutput[0]?.json).toEqual({
			...(situation.item ?? { url: targetOf(0), anchor: 'anchor', months: 1, row: 7 }),
			error: itemError,
		});
	});

	test('the service saw and charged exactly what the error says', async () => {
		await provoke(situation, 'stopWorkflow');

		const books = await panel.client.books();
		expect(books.requestsTo('/backlink')).toHaveLength(situation.requests);
		expect(books.charges.reduce((sum, charge) => sum + charge.credits, 0)).toBe(situation.credits);
	});

	test('the API key is nowhere in what n8n stores', async () => {
		const run = await provoke(situation, 'stopWorkflow');
		const key = situation.apiKey ?? String(panel.credential.apiKey);
		expect(JSON.stringify([run.stored, run.error])).not.toContain(key);
	});
});

describe('a service that cannot be reached', () => {
	test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'%s: nothing was charged, and the item may be run again',
		async (onError) => {
			const run = await runNode({
				credential: { ...panel.credential, baseUrl: 'https://no-such-host.invalid' },
				parameters: backlinkForm,
				items: [{ url: targetOf(0), anchor: 'anchor', months: 1 }],
				onError,
			});
			const item = [...run.output, ...run.errorOutput][0]?.json.error;
			const told = onError === 'stopWorkflow' ? { ...run.error, ...run.error?.context } : item;
			expect(told).toMatchObject({ charged: 'no', retryable: true, httpStatus: null });
			expect(run.error?.message ?? (item as IDataObject).message).toMatch(
				/^The service could not be reached: /,
			);
		},
		20_000,
	);
});

describe('reads, which cost nothing', () => {
	test('an answer lost is asked for again', async () => {
		await panel.client.addFault({ answer: 'badGateway', times: 2 });
		const run = await runNode({ credential: panel.credential, parameters: balanceForm });

		expect(run.output[0]?.json).toEqual({ bakiye: 1000 });
		expect(await panel.client.requestsTo('/krediler')).toHaveLength(3);
	});

	test('a redirect is not followed and not tried again', async () => {
		await panel.client.addFault({
			answer: 'redirect',
			headers: { location: 'https://elsewhere.example/login' },
		});
		const run = await runNode({ credential: panel.credential, parameters: balanceForm });

		expect(run.error?.message).toBe('The service gave no usable answer');
		expect(run.error?.description).toContain('https://elsewhere.example/login');
		expect((await panel.client.books()).requests).toHaveLength(1);
	});
});

describe('a credential that was deleted', () => {
	const settings = {
		credentials: { backlinkPanelApi: { id: DELETED_CREDENTIAL_ID, name: 'Sandbox' } },
	};

	test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'fails each item, On Error: %s',
		async (onError) => {
			const run = await runNode({
				credential: panel.credential,
				parameters: backlinkForm,
				items: [{ url: targetOf(0), anchor: 'anchor', months: 1 }],
				onError,
				settings,
			});
			const told = {
				stopWorkflow: () => run.error?.message,
				continueRegularOutput: () => messageOf(run.output[0]?.json.error),
				continueErrorOutput: () => messageOf(run.errorOutput[0]?.json.error),
			}[onError]();
			expect(told).toBe('The credential could not be read');
			expect(run.output.filter(({ json }) => json.error === undefined)).toEqual([]);
			expect((await panel.client.books()).requests).toEqual([]);
		},
	);

	const messageOf = (error: unknown) =>
		typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
});

describe('what a service may answer besides', () => {
	const order = { url: targetOf(0), anchor: 'anchor', months: 1 };
	const create = (onError: OnError) =>
		runNode({ credential: panel.credential, parameters: backlinkForm, items: [order], onError });

	test('the message survives words in which n8n looks for system errors', async () => {
		await panel.client.addFault({
			answer: 'status',
			status: 409,
			body: { ok: false, kod: 'zatenVar', hata: 'A preexisting order for enoentx.com' },
		});
		const run = await create('stopWorkflow');
		expect(run.error?.message).toBe(
			'The service refused the request: A preexisting order for enoentx.com',
		);
	});

	test('numbers beside the kod reach the user', async () => {
		await panel.client.addFault({
			answer: 'status',
			status: 402,
			body: { ok: false, kod: 'krediYetersiz', hata: 'Yetersiz', gerekli: 5, bakiye: 2 },
		});
		const run = await create('stopWorkflow');
		expect(run.error?.description).toContain('Yetersiz (gerekli: 5, bakiye: 2)');
	});

	test('a hata that is an object is shown as JSON', async () => {
		await panel.client.addFault({
			answer: 'status',
			status: 400,
			body: { ok: false, kod: 7, hata: { alan: 'anchor', neden: 'kısa' } },
		});
		const run = await create('continueRegularOutput');
		expect(run.output[0]?.json.error).toMatchObject({
			kod: '7',
			hata: '{"alan":"anchor","neden":"kısa"}',
		});
	});

	test('an answer that is nested without end is no answer, and is not asked for again', async () => {
		const body = `{"ok":true,"bakiye":${'['.repeat(5000)}1${']'.repeat(5000)}}`;
		await panel.client.addFault({ answer: 'json', body });
		const read = await runNode({ credential: panel.credential, parameters: balanceForm });
		expect(read.error?.description).toContain('the answer did not contain “ok: true”');
		expect(await panel.client.requestsTo('/krediler')).toHaveLength(1);

		const item = (await create('continueRegularOutput')).output[0];
		expect(item?.json.error).toMatchObject({ charged: 'unknown', httpStatus: 200 });
	});

	test('an order that got a 401 which cannot be unpacked is not sent again', async () => {
		await panel.client.addFault({
			answer: 'status',
			status: 401,
			headers: { 'content-encoding': 'gzip' },
			body: 'not packed at all',
		});
		const run = await create('continueRegularOutput');
		expect(run.output[0]?.json.error).toMatchObject({ charged: 'unknown' });
		expect(await panel.client.requestsTo('/backlink')).toHaveLength(1);
	});

	test('a key that the service repeats is taken out of its answer', async () => {
		const key = String(panel.credential.apiKey);
		await panel.client.addFault({
			answer: 'status',
			status: 403,
			body: { ok: false, kod: 'kapali', hata: `Anahtar ${key} kapalı`, istek: key },
		});
		const run = await create('stopWorkflow');
		expect(run.error?.message).toBe('The service refused the request: Anahtar [API key] kapalı');
		expect(JSON.stringify(run.stored)).not.toContain(key);
	});
});
