import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';

import { type FailingOrder, failingOrders } from './failingOrders.mts';
import { backlinkForm, balanceForm, targetOf } from './forms.mts';
import { DELETED_CREDENTIAL_ID } from './testCredentialsHelper.mts';
import { runNode, type NodeRunResult } from './engine.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

async function provoke(situation: FailingOrder, onError: OnError): Promise<NodeRunResult> {
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

describe.each(failingOrders)('Backlink → Create, $situation', (situation) => {
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

	test('Stop Workflow: throws the error with its facts, which are those of the service’s books', async () => {
		const run = await provoke(situation, 'stopWorkflow');

		expect(run.status).toBe('error');
		expect(run.error).toMatchObject({
			message,
			description: expect.stringContaining(situation.descriptionSays),
			context: { itemIndex: 0, reason, kod, hata, httpStatus, charged, retryable },
		});
		const isRefusal = charged === 'no' && httpStatus !== null;
		expect(run.error?.name).toBe(isRefusal ? 'NodeApiError' : 'NodeOperationError');
		expect(run.output).toEqual([]);
		const books = await panel.client.books();
		expect(books.requestsTo('/backlink')).toHaveLength(situation.requests);
		expect(books.creditsCharged).toBe(situation.credits);
		const key = situation.apiKey ?? String(panel.credential.apiKey);
		expect(JSON.stringify([run.stored, run.error])).not.toContain(key);
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

	test('an answer with the word by which n8n knows the Stop button is an error all the same', async () => {
		const body = { ok: false, kod: 'x', hata: 'Order canceled' };
		await panel.client.addFault({ answer: 'status', status: 409, body });
		const run = await create('stopWorkflow');
		expect(run.status).toBe('error');
		expect(run.error?.message).toBe('The service refused the request: Order cancelled');
	});

	test('texts of the answer do not take the place of the node’s', async () => {
		const body = { ok: false, kod: 'x', message: 'Other', description: 'Other', error: 'Other' };
		await panel.client.addFault({ answer: 'status', status: 422, body });
		const { error } = await create('stopWorkflow');
		expect(error).toMatchObject({
			message: expect.stringMatching(/^The service refused the request: /),
			description: expect.stringContaining('Nothing was charged.'),
			httpCode: '422',
			context: { data: body },
		});
	});

	test.each([
		[{ kod: 'bakim' }, 'bakim'],
		[{}, 'no reason given'],
	])('an order that is not confirmed, with %j, is told so', async (known, words) => {
		await panel.client.addFault({ answer: 'status', status: 200, body: { ok: false, ...known } });
		const { error } = await create('stopWorkflow');
		expect(error?.message).toBe(`The service did not confirm the order: ${words}`);
	});

	test.each([
		[{ hata: 'Krediniz yetersiz.' }, '“Krediniz yetersiz.”'],
		[
			{ hata: 'Yok', d: {}, a: 1, b: 2, c: 3, e: 4, f: 5, g: 6 },
			'“Yok (a: 1, b: 2, c: 3, e: 4, f: 5)”.',
		],
	])('what the service said ends the description, in short: %j', async (said, words) => {
		await panel.client.addFault({ answer: 'status', status: 422, body: { ok: false, ...said } });
		const { error } = await create('stopWorkflow');
		expect(error?.description?.endsWith(` The service said: ${words}`)).toBe(true);
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
