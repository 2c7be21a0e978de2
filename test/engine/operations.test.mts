import type { IDataObject, INodeParameters } from 'n8n-workflow';

import {
	articleForm,
	backlinkForm,
	balanceForm,
	ordersForm,
	targetOf,
	wholeOrdersForm,
} from './forms.mts';
import { operations } from '../../nodes/BacklinkPanel/operations/index.ts';
import { exampleParameters } from '../../tooling/schemas/outputPreviews.mts';
import { runNode } from './engine.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();
const runForm = (parameters: INodeParameters, items?: IDataObject[]) =>
	runNode({ credential: panel.credential, parameters, items });

describe('Account → Get Balance', () => {
	test('returns the balance as the service gives it, without “ok”', async () => {
		// Has white space and “/api/” at the ends, as users paste both fields.
		const baseUrl = `  ${panel.url}/panel/api/ `;
		const credential = { baseUrl, apiKey: `\r\n${panel.credential.apiKey} ` };
		const run = await runNode({ credential, parameters: balanceForm });

		expect(run.error).toBeUndefined();
		expect(run.output).toEqual([{ json: { bakiye: 1000 }, pairedItem: { item: 0 } }]);
		const { requests } = await panel.client.books();
		expect(requests.map(({ path }) => path)).toEqual(['/panel/api/v1/krediler']);
	});

	test('an answer without a balance is an error that names the missing field', async () => {
		await panel.client.addFault({ answer: 'json', body: { ok: true, bakiye: null } });
		const run = await runForm(balanceForm);
		expect(run.error?.description).toContain('bakiye');
	});
});

describe('Backlink → Create', () => {
	test('orders one placement for each item and returns the service’s answers, paired', async () => {
		const items = [
			{ url: targetOf(0), anchor: 'İstanbul halı yıkama 🧿', months: 3 },
			{ url: targetOf(1), anchor: 'ışıklı çiğdem', months: 1 },
		];
		const run = await runForm(backlinkForm, items);

		expect(run.error).toBeUndefined();
		expect(run.output.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(run.output[0]?.json).toEqual({
			placementId: expect.any(String),
			site: expect.any(Object),
			expiresAt: expect.any(String),
			harcananKredi: 3,
		});
		const books = await panel.client.books();
		expect(books.requests.map(({ body }) => body)).toEqual(
			expect.arrayContaining([
				{ hedefUrl: targetOf(0), anchor: 'İstanbul halı yıkama 🧿', sureAy: 3 },
				{ hedefUrl: targetOf(1), anchor: 'ışıklı çiğdem', sureAy: 1 },
			]),
		);
		expect(books.charges).toHaveLength(2);
		expect(books.balance).toBe(996);
	});

	test('a form in which only the required fields are filled in orders one month', async () => {
		const run = await runForm({
			resource: 'backlink',
			operation: 'create',
			targetUrl: targetOf(0),
			anchorText: 'anchor',
		});
		expect(run.output[0]?.json.harcananKredi).toBe(1);
	});

	test('fields that the documentation does not know pass through, one called “error” renamed', async () => {
		await panel.client.addFault({ answer: 'extraFields' });
		const run = await runNode({
			credential: panel.credential,
			parameters: backlinkForm,
			items: [{ url: targetOf(0), anchor: 'anchor', months: 1 }],
			onError: 'continueErrorOutput',
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
		});

		const [item] = run.output;
		expect(item?.json).toHaveProperty('orderError');
		expect(item?.json).not.toHaveProperty('error');
		expect(run.errorOutput).toEqual([]);
		expect((await panel.client.books()).charges).toHaveLength(1);
	});
});

describe('Article → Publish', () => {
	const article = { title: 'Halı bakımı', html: '<h1>Başlık</h1><p>Şöyle: “ığüşöç” 🧿</p>' };

	test('returns one item for each article', async () => {
		const run = await runForm(articleForm, [article]);

		expect(run.error).toBeUndefined();
		expect(run.output).toHaveLength(1);
		expect(run.output[0]?.json).toMatchObject({ basariliSayisi: 4, kalanKredi: 960 });
		const [request] = await panel.client.requestsTo('/tanitim');
		expect(request?.body).toEqual({ baslik: article.title, icerik: article.html });
	});

	test('“One Item per Site” returns one item for each site, with the article’s fields beside it', async () => {
		const run = await runForm({ ...articleForm, output: 'site' }, [article]);

		expect(run.output).toHaveLength(4);
		for (const item of run.output) {
			expect(item.pairedItem).toEqual({ item: 0 });
			expect(item.json).toMatchObject({ ok: true, kalanKredi: 960, site: expect.any(String) });
			expect(item.json).not.toHaveProperty('sonuclar');
		}
	});

	test('2 MB of HTML arrive unchanged and are not echoed into the output', async () => {
		const html = `<p>${'ğüşiöç 🧿 '.repeat(100_000)}</p>`;
		const run = await runForm(articleForm, [{ title: 'Uzun', html }]);

		expect(run.error).toBeUndefined();
		const [request] = await panel.client.requestsTo('/tanitim');
		expect(JSON.stringify(request?.body)).toContain(String(html.length));
		expect(JSON.stringify(run.output).length).toBeLessThan(2_000);
	});
});

describe('Order → Get Many', () => {
	beforeEach(async () => {
		await panel.client.addOrders({ type: 'backlink', count: 3 });
		await panel.client.addOrders({ type: 'article', count: 2 });
	});

	test('without “Simplify”, returns one item for each order with its own fields and its type', async () => {
		const run = await runForm(wholeOrdersForm);

		expect(run.output.map(({ json }) => json.orderType)).toEqual([
			'backlink',
			'backlink',
			'backlink',
			'article',
			'article',
		]);
		expect(run.output[0]?.json).toHaveProperty('durum');
		expect((await panel.client.books()).requests[0]?.query).toEqual({ limit: '50' });
	});

	test.each([
		['backlink', 3],
		['article', 2],
	])('“Order Type” %s returns these alone', async (orderType, count) => {
		const run = await runForm({ ...ordersForm, orderType });
		expect(run.output).toHaveLength(count);
	});

	test('“Limit” is read for each item and counts what comes out, even if the service does not keep to it', async () => {
		await panel.client.addFault({
			answer: 'json',
			body: { ok: true, backlinkler: [{ id: 1 }, { id: 2 }, { id: 3 }], tanitimlar: [{ id: 4 }] },
		});
		const run = await runForm({ ...ordersForm, limit: '={{ $json.limit }}' }, [
			{ limit: 1 },
			{ limit: '3' },
		]);
		expect(run.output.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
			[1, { item: 0 }],
			[1, { item: 1 }],
			[2, { item: 1 }],
			[4, { item: 1 }],
		]);
	});

	test('“Return All” sends no limit', async () => {
		await runForm({ ...ordersForm, returnAll: true });
		expect((await panel.client.books()).requests[0]?.query).toEqual({});
	});
});

test.each(operations)('$resource → $name costs its price in the README', async (operation) => {
	await panel.client.addOrders({ type: 'backlink', count: 2 });
	const parameters = exampleParameters(operation);
	const { error, output } = await runNode({ credential: panel.credential, parameters });

	expect(error).toBeUndefined();
	expect(output.length).toBeGreaterThan(0);
	const credits = await panel.client.creditsCharged();
	if (!operation.spendsCredits) return expect(credits).toBe(0);
	const [price] = operation.priceText.match(/^\d+/) ?? [];
	expect(credits).toBeGreaterThan(0);
	expect(credits % Number(price)).toBe(0);
});
