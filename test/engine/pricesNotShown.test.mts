import type { INodeParameters } from 'n8n-workflow';

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
