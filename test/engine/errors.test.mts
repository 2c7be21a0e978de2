import type { INodeParameters, OnError } from 'n8n-workflow';

import type { Fault } from '../../sandbox/sandbox.mts';
import { articleForm, articleItems, backlinkForm, backlinkItems, balanceForm } from './forms.mts';
import { DELETED_CREDENTIAL_ID } from './testCredentialsHelper.mts';
import { type NodeRun, runNode } from './engine.mts';
import { usePanel } from './usePanel.mts';

/* Ways to fail besides those in reasonRows.mts, which has one for each reason. */

const panel = usePanel();

const create = async (onError: OnError, more: Partial<NodeRun> = {}) =>
	await runNode({
		credential: panel.credential,
		parameters: backlinkForm,
		items: backlinkItems(1),
		onError,
		...more,
	});

/** Orders a backlink with this fault. @returns the error, and the service's count of requests and credits */
async function failWith(fault: Fault, options: INodeParameters = {}) {
	// Spares the lookup of an unknown order the pause after a 429.
	const headers = { 'retry-after': '0', ...fault.headers };
	await panel.client.addFault({ path: '/backlink', ...fault, headers });
	const parameters = { ...backlinkForm, options };
	const { output } = await create('continueRegularOutput', { parameters });
	const requests = (await panel.client.requestsTo('/backlink')).length;
	const credits = await panel.client.creditsCharged();
	return { error: output[0]?.json.error, requests, credits };
}

const answer = (status: number, body: Fault['body']): Fault => ({ answer: 'status', status, body });
const asUnknown = answer(429, { ok: true, placementId: 'p1' });
const ofService = answer(500, { ok: false, kod: 'sunucu', hata: 'Hata oluştu' });

test.each<
	[situation: string, fault: Fault, says: string, httpStatus: number | null, credits: number]
>([
	['a 429 with a placement', asUnknown, 'with status 429, and “ok”', 429, 0],
	['no answer in time', { answer: 'timeout' }, 'no answer came within 1 s', null, 1],
	['a reset before it', { answer: 'reset', phase: 'before' }, 'the connection was lost', null, 0],
	['an answer cut in the middle', { answer: 'truncated' }, 'the answer was cut off', null, 1],
	['incomplete JSON', { answer: 'invalidJson' }, 'not complete JSON', 200, 1],
	['an empty answer', { answer: 'emptyBody' }, 'the answer was empty', 200, 1],
	['a web page', { answer: 'html' }, 'a web page instead of JSON', 200, 0],
	['a redirect', { answer: 'redirect' }, 'redirected to /api/v1/krediler', 302, 0],
	['the page of a gateway', { answer: 'badGateway' }, 'status 502', 502, 1],
	['a 500 of the service', ofService, 'status 500', 500, 0],
	['a 408', answer(408, ''), 'status 408', 408, 0],
])('%s: the outcome of the order is unknown, and it is sent once', async (...row) => {
	const [, fault, says, httpStatus, credits] = row;
	const { error, ...books } = await failWith(fault, { timeout: 1 });
	expect(error).toMatchObject({
		message: 'The outcome of this order is unknown',
		description: expect.stringContaining(says),
		reason: 'outcomeUnknown',
		httpStatus,
		charged: 'unknown',
		retryable: false,
	});
	expect(books).toEqual({ requests: 1, credits });
});

test('a kod and a hata that are no text become text', async () => {
	const body = { ok: false, kod: 7, hata: { alan: 'anchor', neden: 'kısa' } };
	const { error, ...books } = await failWith(answer(400, body));
	const facts = { kod: '7', hata: '{"alan":"anchor","neden":"kısa"}' };
	expect(error).toMatchObject({ charged: 'no', retryable: false, ...facts });
	expect(books).toEqual({ requests: 1, credits: 0 });
});

test('of an article that no site published, ten sites are named and the others counted', async () => {
	const sonuclar = Array.from({ length: 12 }, (_, site) => ({ site: `s${site}`, ok: false }));
	await panel.client.addFault({
		answer: 'json',
		path: '/tanitim',
		body: { ok: true, basariliSayisi: 0, sonuclar },
	});
	const article = { parameters: articleForm, items: articleItems(1) };
	const { error } = await create('stopWorkflow', article);
	expect(error?.description).toMatch(/^Not published on s0, .*, s9 and 2 more sites\. /);
	// Quotes nothing, because the answer has no text besides the sites.
	expect(error?.description).not.toContain('The service said');
});

test('a 401 that cannot be decompressed may hide an order, so the order is not sent again', async () => {
	const headers = { 'content-encoding': 'gzip' };
	const { error, requests } = await failWith({ ...answer(401, 'not packed at all'), headers });
	expect(error).toMatchObject({ charged: 'unknown' });
	expect(requests).toBe(1);
});

describe('reads, which cost nothing', () => {
	const read = () => runNode({ credential: panel.credential, parameters: balanceForm });

	test('a read whose answer was lost is sent again', async () => {
		await panel.client.addFault({ answer: 'badGateway', times: 2 });
		expect((await read()).output[0]?.json).toEqual({ bakiye: 1000 });
		expect(await panel.client.requestsTo('/krediler')).toHaveLength(3);
	});

	test('a redirect is not followed and not tried again', async () => {
		const location = 'https://elsewhere.example/login';
		await panel.client.addFault({ answer: 'redirect', headers: { location } });
		expect((await read()).error?.description).toContain(location);
		expect((await panel.client.books()).requests).toHaveLength(1);
	});

	test('an answer with too deep nesting is unusable, and the read is not sent again', async () => {
		const body = `{"ok":true,"bakiye":${'['.repeat(5000)}1${']'.repeat(5000)}}`;
		await panel.client.addFault({ answer: 'json', body });
		expect((await read()).error?.description).toContain('the answer did not contain “ok: true”');
		expect(await panel.client.requestsTo('/krediler')).toHaveLength(1);
	});
});

test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'a credential that was deleted fails each item, On Error: %s',
	async (onError) => {
		const credentials = { backlinkPanelApi: { id: DELETED_CREDENTIAL_ID, name: 'Sandbox' } };
		const run = await create(onError, { settings: { credentials } });
		const [item] = [...run.output, ...run.errorOutput];
		expect(run.error ?? item?.json.error).toMatchObject({
			message: 'The credential could not be read',
		});
		expect((await panel.client.books()).requests).toEqual([]);
	},
);

describe('text of the service', () => {
	const said = `<img src=x> Panel'in & "sınırı" [API key] &lt;`;
	const hostile = () => {
		const key = String(panel.credential.apiKey);
		const hata = `<img src=x> Panel'in & "sınırı"\u0000\u202e ${key}\n&lt;`;
		return answer(422, { ok: false, kod: 'a<b>', hata });
	};

	test('is plain text in an item, without the key', async () => {
		expect((await failWith(hostile())).error).toMatchObject({
			message: `The service refused the request: ${said}`,
			description: expect.stringContaining(`The service said: “${said}”`),
			kod: 'a<b>',
			hata: said,
		});
	});

	test('is escaped where n8n shows HTML, and the key is nowhere in what n8n stores', async () => {
		await panel.client.addFault({ path: '/backlink', ...hostile() });
		const { error, stored } = await create('stopWorkflow');
		expect(error).toMatchObject({
			message: `The service refused the request: ‹img src=x› Panel'in & "sınırı" [API key] &lt;`,
			description: expect.stringContaining(
				`“&lt;img src=x&gt; Panel'in &amp; "sınırı" [API key] &amp;lt;”`,
			),
			context: { hata: said, kod: 'a<b>' },
		});
		expect(JSON.stringify([stored, error])).not.toContain(panel.credential.apiKey);
	});

	const thrownFor = async (status: number, body: object) => {
		const fault = answer(status, { ok: false, kod: 'x', ...body });
		await panel.client.addFault({ path: '/backlink', ...fault });
		const { status: ended, error } = await create('stopWorkflow');
		expect(ended).toBe('error');
		return error;
	};

	test.each([
		['A preexisting order for enoentx.com', 'A preexisting order for enoentx.com'],
		// n8n takes an error with the word “canceled” for the user's Stop.
		['Order canceled', 'Order cancelled'],
	])('keeps its words, even if they have a meaning for n8n: %s', async (hata, told) => {
		const error = await thrownFor(409, { hata });
		expect(error?.message).toBe(`The service refused the request: ${told}`);
	});

	test('does not replace the texts of the node', async () => {
		const body = { message: 'Other', description: 'Other', error: 'Other' };
		expect(await thrownFor(422, body)).toMatchObject({
			name: 'NodeApiError',
			message: expect.stringMatching(/^The service refused the request: /),
			description: expect.stringContaining('Nothing was charged.'),
			httpCode: '422',
			context: { data: body },
		});
	});

	test.each([
		[{ hata: 'Krediniz yetersiz.' }, '“Krediniz yetersiz.”'],
		[{ hata: 'Yok', bakiye: 2 }, '“Yok”.'],
	])('ends the description: %j', async (said, words) => {
		const error = await thrownFor(422, said);
		expect(error?.description?.endsWith(` The service said: ${words}`)).toBe(true);
	});

	test.each([
		[{ kod: 'bakim', hata: null }, 'bakim'],
		[{ kod: undefined, hata: ' \n' }, 'no reason given'],
	])('may be missing if an order is not confirmed: %j', async (known, words) => {
		const error = await thrownFor(200, known);
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: `The service did not confirm the order: ${words}`,
		});
	});
});
