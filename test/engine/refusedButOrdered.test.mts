import type { INodeParameters } from 'n8n-workflow';

import { runNode } from './engine.mts';
import { articleForm, articleItems, backlinkForm, backlinkItems } from './forms.mts';
import { retryOnFail, runBacklinks } from './runBacklinks.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();
const UNKNOWN = 'The outcome of this order is unknown';
const PLACED = '{"ok":true,"placementId":"bl_1","harcananKredi":1}';
const NOTICE = '\n<br />\n<b>Notice</b>: Undefined index in <b>x.php</b> on line <b>4</b><br />\n';

async function answerNextOrder(path: string, status: number, body: string) {
	const answered = { answer: 'json', phase: 'after', times: 1 } as const;
	// Spares the lookup of an unknown order the pause after a 429.
	const headers = { 'retry-after': '0' };
	await panel.client.addFault({ ...answered, path, status, body, headers });
}

async function createAnsweredWith(status: number, body: string) {
	await answerNextOrder('/backlink', status, body);
	const run = await runBacklinks(panel, 1, { parameters: backlinkForm, settings: retryOnFail });
	const { charges } = await panel.client.books();
	const { charged, retryable } = run.error?.context ?? {};
	const isUnknown = charged === 'unknown' && retryable === false;
	return { isUnknown, charged: charges.length };
}

test.each([
	[429, PLACED],
	[429, PLACED + NOTICE],
	[429, PLACED.slice(0, -1)],
	[429, `{"data":${PLACED}}`],
	[429, '{"placementId":"bl_1"}'],
	[403, PLACED],
	[409, `[${PLACED}]`],
	[402, '{"ok":"true"}'],
	[402, `{"ok":true,"site":${'['.repeat(200)}1${']'.repeat(200)}}`],
	[400, '{"ok":false,"placementId":7}'],
	[402, '{"ok":false,"kod":"krediYetersiz","harcananKredi":"0.5"}'],
	[200, '{"ok":false,"kod":"limit","hata":"x","placementId":"bl_1"}'],
])(
	'a backlink that was ordered and then refused is not ordered again: %i, %s',
	async (status, body) => {
		expect(await createAnsweredWith(status, body)).toEqual({ isUnknown: true, charged: 1 });
	},
);

test.each([
	[402, { ok: false, kod: 'krediYetersiz', basariliSayisi: 2 }],
	[402, { ok: false, kod: 'krediYetersiz', basariliSayisi: '2' }],
	[429, { ok: false, kod: 'limit', sonuclar: [{ site: 'a.example', ok: true }] }],
	[200, { ok: false, kod: 'krediYetersiz', basariliSayisi: 2 }],
])(
	'an article that was published and then refused is not published again: %i %j',
	async (status, body) => {
		await answerNextOrder('/tanitim', status, JSON.stringify(body));
		const run = await runNode({
			credential: panel.credential,
			parameters: articleForm,
			items: articleItems(1),
			settings: retryOnFail,
		});
		expect(run.error).toMatchObject({ context: { charged: 'unknown' } });
		expect(await panel.client.requestsTo('/tanitim')).toHaveLength(1);
	},
);

test.each([
	[
		'empty fields',
		'{"ok":false,"kod":"limit","placementId":null,"basariliSayisi":0,"harcananKredi":"0.0"}',
	],
	[
		'sites that did not publish',
		'{"ok":false,"placementId":"","sonuclar":[{"site":"a","ok":false}]}',
	],
	['a message with the text “ok: true”', JSON.stringify({ ok: false, hata: 'not "ok": true' })],
	['a notice behind it', `{"ok":false,"kod":"limit"}${NOTICE}`],
	['a page of a proxy', '<!DOCTYPE html><html><body><h1>Too Many Requests</h1></body></html>'],
	['nothing', ''],
])('a 429 that shows no order is sent again: %s', async (_, body) => {
	const headers = { 'retry-after': '0' };
	const fault = { answer: 'json', path: '/backlink', times: 1 } as const;
	await panel.client.addFault({ ...fault, status: 429, body, headers });
	const run = await runBacklinks(panel, 1, { parameters: backlinkForm });
	expect(run.output).toHaveLength(1);
	expect(await panel.client.requestsTo('/backlink')).toHaveLength(2);
});

test('with an idempotency key, nothing is ordered again after a 402 without ok', async () => {
	const body = { placementId: 'bl_1', harcananKredi: 1 };
	await answerNextOrder('/backlink', 402, JSON.stringify(body));
	const run = {
		credential: panel.credential,
		parameters: { ...backlinkForm, options: { idempotencyKey: 'K' } },
		items: backlinkItems(1),
		workflowId: '402 without ok',
	};
	await runNode(run);
	await runNode(run);
	expect(await panel.client.requestsTo('/backlink')).toHaveLength(1);
});

/* Answers with status 200 about articles, whose sites may say that they published the article. */

const sites = ['a', 'b'].map((name) => ({
	site: `${name}.example`,
	ok: true as unknown,
	url: `https://${name}.example/1`,
}));
const [first, second] = sites;
const withOk = (ok: unknown) => sites.map((site) => ({ ...site, ok }));

async function publishAnsweredWith(answer: object, parameters: INodeParameters = {}, runs = 1) {
	const body = JSON.stringify({ ok: true, ...answer });
	await panel.client.addFault({ answer: 'json', phase: 'after', path: '/tanitim', times: 1, body });
	const run = {
		credential: panel.credential,
		parameters: { ...articleForm, ...parameters },
		items: articleItems(1),
		settings: retryOnFail,
		workflowId: body,
	};
	const result = await runNode(run);
	for (let further = 1; further < runs; further += 1) await runNode(run);
	const sent = (await panel.client.requestsTo('/tanitim')).length;
	return { output: result.output, message: result.error?.message, sent };
}

test('with “One Item per Site”, sites in an object of PHP are one item each', async () => {
	const answer = { basariliSayisi: 2, sonuclar: { 1: first, 2: second }, kalanKredi: 980 };
	const { output } = await publishAnsweredWith(answer, { output: 'site' });
	expect(output.map(({ json }) => json.site)).toEqual(['a.example', 'b.example']);
});

describe('an article that may have been published is not published again', () => {
	const none = { basariliSayisi: 0, sonuclar: withOk(false), kalanKredi: 1_000 };

	test.each([
		['a site that published, and a count of none', { basariliSayisi: 0, sonuclar: { 1: first } }],
		['a count alone', { basariliSayisi: '2' }],
		['a count in words alone', { basariliSayisi: '2 site' }],
		['ok: true alone', {}],
	])('paid: %s', async (_, answer) => {
		const { message, sent } = await publishAnsweredWith(answer);
		expect([message, sent]).toEqual([undefined, 1]);
	});

	test.each([
		['sites without ok', { ...none, sonuclar: withOk(undefined) }],
		['an ok that is a number', { ...none, sonuclar: withOk(0) }],
		['sites that are no objects', { ...none, sonuclar: ['a.example'] }],
		['sites in another form', { ...none, sonuclar: 'yok' }],
		['no count', { sonuclar: withOk(false) }],
		['a count in words', { ...none, basariliSayisi: 'yok', sonuclar: withOk(false) }],
		['an ID', { ...none, tanitimId: 'tn_1' }],
		['a status', { ...none, durum: 'kuyrukta' }],
		['a status of a site', { ...none, sonuclar: [{ ...first, ok: false, durum: 'kuyrukta' }] }],
		['a cost', { ...none, harcananKredi: '20 kredi' }],
		['a cost of 0', { ...none, harcananKredi: 0 }],
	])('unknown: %s', async (_, answer) => {
		const { message, sent } = await publishAnsweredWith(answer);
		expect([message, sent]).toEqual([UNKNOWN, 1]);
	});

	test('nor by another execution with the same key', async () => {
		const options = { idempotencyKey: 'K' };
		const { sent } = await publishAnsweredWith({ sonuclar: withOk(undefined) }, { options }, 2);
		expect(sent).toBe(1);
	});
});

test.each([
	['0', withOk(false)],
	[0, {}],
	[0, undefined],
])(
	'an article that no site published is published again: basariliSayisi %j, sonuclar %j',
	async (basariliSayisi, sonuclar) => {
		const { message, sent } = await publishAnsweredWith({ basariliSayisi, sonuclar });
		expect([message, sent]).toEqual([undefined, 2]);
	},
);
