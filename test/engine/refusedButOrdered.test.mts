import type { IDataObject } from 'n8n-workflow';

import { runNode } from './engine.mts';
import { articleForm, articleItems, backlinkForm, backlinkItems } from './forms.mts';
import { retryOnFail } from './runBacklinks.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();
const UNKNOWN = 'The outcome of this order is unknown';
const PLACED = '{"ok":true,"placementId":"bl_1","harcananKredi":1}';
const NOTICE = '\n<br />\n<b>Notice</b>: Undefined index in <b>x.php</b> on line <b>4</b><br />\n';

/** The next order is carried out, and answered with this status and body. */
async function answerNextOrder(path: string, status: number, body: string) {
	const answered = { answer: 'json', phase: 'after', times: 1 } as const;
	// The look-up of the order goes as soon as the service lets it.
	const headers = { 'retry-after': '0' };
	await panel.client.addFault({ ...answered, path, status, body, headers });
}

async function createAnsweredWith(status: number, body: string) {
	await answerNextOrder('/backlink', status, body);
	const run = await runNode({
		credential: panel.credential,
		parameters: backlinkForm,
		items: backlinkItems(1),
		settings: retryOnFail,
	});
	const { charges } = await panel.client.books();
	return { message: run.error?.message, charged: charges.length };
}

describe('a backlink that was ordered, and answered with a refusal, is not ordered again', () => {
	test.each([
		['a notice behind it', PLACED + NOTICE],
		['a list', `[${PLACED}]`],
		['a wrapper', `{"data":${PLACED}}`],
		['cut', PLACED.slice(0, -1)],
		['no ok', '{"placementId":"bl_1","harcananKredi":1}'],
	])('429, %s', async (_, body) => {
		expect(await createAnsweredWith(429, body)).toEqual({ message: UNKNOWN, charged: 1 });
	});

	test.each([
		[407, PLACED],
		[403, PLACED],
		[402, PLACED + NOTICE],
		[409, `[${PLACED}]`],
		[400, '{"placementId":"bl_1","harcananKredi":1}'],
		[200, '{"ok":false,"kod":"limit","hata":"x","placementId":"bl_1","harcananKredi":1}'],
	])('%i, %s', async (status, body) => {
		expect(await createAnsweredWith(status, body)).toEqual({ message: UNKNOWN, charged: 1 });
	});
});

const partly = {
	ok: false,
	hata: 'Kredi bitti',
	basariliSayisi: 2,
	kalanKredi: 0,
	sonuclar: ['a', 'b'].map((site) => ({ site, ok: true, url: `https://${site}.example/1` })),
};

test.each([
	[402, 'krediYetersiz'],
	[409, 'uygunSiteYok'],
	[429, 'limit'],
	[200, 'krediYetersiz'],
	[400, 'kismi'],
])(
	'an article refused with %i %s after two sites published it is not published again',
	async (status, kod) => {
		await answerNextOrder('/tanitim', status, JSON.stringify({ ...partly, kod }));
		const run = await runNode({
			credential: panel.credential,
			parameters: articleForm,
			items: articleItems(1),
			settings: retryOnFail,
		});
		expect(run.error?.message).toBe(UNKNOWN);
		expect(await panel.client.requestsTo('/tanitim')).toHaveLength(1);
	},
);

const refused: IDataObject = { ok: false, kod: 'limit', placementId: null, harcananKredi: 0 };

test.each([
	['a refusal with empty fields', JSON.stringify(refused)],
	['a refusal and a notice', JSON.stringify(refused) + NOTICE],
	['a page of a proxy', '<!DOCTYPE html><html><body><h1>Too Many Requests</h1></body></html>'],
])('a 429 that shows no order is sent again: %s', async (_, body) => {
	const headers = { 'retry-after': '0' };
	const fault = { answer: 'json', path: '/backlink', times: 1 } as const;
	await panel.client.addFault({ ...fault, status: 429, body, headers });
	const run = await runNode({
		credential: panel.credential,
		parameters: backlinkForm,
		items: backlinkItems(1),
	});
	expect(run.output).toHaveLength(1);
	expect(await panel.client.requestsTo('/backlink')).toHaveLength(2);
});

test.each([
	['407 with ok: true', 407, { ok: true, placementId: 'bl_1', harcananKredi: 1 }],
	['402 without ok', 402, { placementId: 'bl_1', harcananKredi: 1 }],
])('an idempotency key orders nothing again after %s', async (name, status, body) => {
	await answerNextOrder('/backlink', status, JSON.stringify(body));
	const run = {
		credential: panel.credential,
		parameters: { ...backlinkForm, options: { idempotencyKey: 'K' } },
		items: backlinkItems(1),
		workflowId: name,
	};
	await runNode(run);
	await runNode(run);
	expect(await panel.client.requestsTo('/backlink')).toHaveLength(1);
});
