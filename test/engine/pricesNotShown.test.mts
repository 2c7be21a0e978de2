import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from './engine.mts';
import { articleForm, articleItems, backlinkForm, backlinkItems } from './forms.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const sitesOf = (count: number) =>
	Array.from({ length: count }, (_, site) => ({ site: `s${site}`, ok: true }));

async function answer(path: string, body: object, bodyContains?: string) {
	await panel.client.addFault({ answer: 'json', path, body: { ok: true, ...body }, bodyContains });
}

async function sentWith(form: typeof articleForm | typeof backlinkForm, options: INodeParameters) {
	const isArticle = form === articleForm;
	await runNode({
		credential: panel.credential,
		parameters: { ...form, options },
		items: isArticle ? articleItems(10) : backlinkItems(10),
		onError: 'continueErrorOutput',
	});
	return (await panel.client.requestsTo(isArticle ? '/tanitim' : '/backlink')).length;
}

describe('Max Credits, where the first answer shows no price, counts it as documented', () => {
	test.each([[{}], [{ basariliSayisi: '8 site' }], [{ kalanKredi: 920, sonuclar: [] }]])(
		'an article: %j; the next one goes alone, and is published on 8 sites',
		async (first) => {
			await answer('/tanitim', first, '"Title 0"');
			await answer('/tanitim', { basariliSayisi: 8, sonuclar: sitesOf(8) });
			expect(await sentWith(articleForm, { maxCredits: 169 })).toBe(2);
		},
	);

	test.each([[{}], [{ harcananKredi: null }], [{ harcananKredi: '5 kredi' }]])(
		'a backlink: %j; the next one goes alone, and costs 5',
		async (first) => {
			await answer('/backlink', { placementId: 'p0', ...first }, 'page-0"');
			await answer('/backlink', { placementId: 'p1', harcananKredi: 5 });
			expect(await sentWith(backlinkForm, { maxCredits: 10 })).toBe(2);
		},
	);

	test('answers that never show one: as many orders as the limit allows at the documented price', async () => {
		await answer('/backlink', { placementId: 'p0' });
		expect(await sentWith(backlinkForm, { maxCredits: 4 })).toBe(4);
	});
});

test.each([[{ maxCredits: 10 }], [{ minimumBalance: 90 }]])(
	'%j: a cost of “5,00” is five credits',
	async (limit) => {
		await panel.client.change({ balance: 100 });
		await answer('/backlink', { placementId: 'p0', harcananKredi: '5,00' });
		expect(await sentWith(backlinkForm, limit)).toBe(2);
	},
);

test.each([[{ maxCredits: 100 }], [{ minimumBalance: 900 }]])(
	'%j: an article that cost 50 on one site tells the price of the next one',
	async (limit) => {
		await answer('/tanitim', { basariliSayisi: 1, sonuclar: sitesOf(1), harcananKredi: 50 });
		expect(await sentWith(articleForm, limit)).toBe(2);
	},
);

describe('the price of the next order is the highest plausible one', () => {
	const months = (...each: number[]) =>
		backlinkItems(each.length).map((item, index) => ({ ...item, months: each[index] }));
	const sent = async (items: IDataObject[], maxCredits: number) => {
		await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { maxCredits, parallelRequests: 1 } },
			items,
			onError: 'continueErrorOutput',
		});
		return (await panel.client.requestsTo('/backlink')).length;
	};

	test('not below the documented one, also after an order that was free', async () => {
		await answer('/backlink', { placementId: 'p0', harcananKredi: 0 });
		expect(await sent(months(1, 12), 11)).toBe(1);
	});

	test('the highest that was seen, not the last one', async () => {
		await answer('/backlink', { placementId: 'p0', harcananKredi: 3 }, 'page-0"');
		await answer('/backlink', { placementId: 'p1', harcananKredi: 1 });
		expect(await sent(months(1, 1, 1), 6)).toBe(2);
	});

	test('fractions add up as on paper', async () => {
		await answer('/backlink', { placementId: 'p0', harcananKredi: 1.1 });
		expect(await sent(months(1, 1, 1, 1), 3.3)).toBe(3);
	});

	test('as many sites as an article shows that none of them took', async () => {
		const sonuclar = sitesOf(8).map(({ site }) => ({ site, ok: false }));
		await answer('/tanitim', { basariliSayisi: 0, sonuclar });
		expect(await sentWith(articleForm, { maxCredits: 79 })).toBe(1);
	});
});

test('an article whose answer was lost counts at the price that another execution has been told since', async () => {
	await panel.client.addFault({ answer: 'reset', path: '/tanitim', times: 1 });
	const failed = await runNode({
		credential: panel.credential,
		parameters: { ...articleForm, options: { maxCredits: 119, parallelRequests: 1 } },
		items: articleItems(4),
		workflowId: 'price told since',
	});
	await runNode({ credential: panel.credential, parameters: articleForm, items: articleItems(1) });
	const { charges } = await panel.client.books();
	await failed.retry({ onError: 'continueErrorOutput' });
	// 40 for each: the lost one, and one more.
	expect((await panel.client.books()).charges).toHaveLength(charges.length + 1);
});
