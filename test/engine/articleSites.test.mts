import type { INodeParameters } from 'n8n-workflow';

import { runNode } from './engine.mts';
import { articleForm, articleItems } from './forms.mts';
import { retryOnFail } from './runBacklinks.mts';
import { usePanel } from './usePanel.mts';

jest.mock('../../nodes/BacklinkPanel/orders/store/storeEnvironment.ts', (): object => ({
	...jest.requireActual<object>('../../nodes/BacklinkPanel/orders/store/storeEnvironment.ts'),
	...jest.requireActual<object>('./quickOrderStore.mts'),
}));

const panel = usePanel();
const sites = ['a', 'b'].map((name) => ({
	site: `${name}.example`,
	ok: true as unknown,
	url: `https://${name}.example/1`,
}));
const [first, second] = sites;
const withOk = (ok: unknown) => sites.map((site) => ({ ...site, ok }));

/** Publishes an article, which the service does, and answers in this form. */
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
	return { output: result.output, hints: result.hints, message: result.error?.message, sent };
}

test('sites in an object of PHP are one item each, where that is wanted', async () => {
	const answer = { basariliSayisi: 2, sonuclar: { 1: first, 2: second }, kalanKredi: 980 };
	const { output } = await publishAnsweredWith(answer, { output: 'site' });
	expect(output.map(({ json }) => json.site)).toEqual(['a.example', 'b.example']);
});

describe('an article that may have been published is not published again', () => {
	const unknown = 'The outcome of this order is unknown';
	test.each([
		['ok: 1', { sonuclar: withOk(1), kalanKredi: 980 }, undefined],
		['ok: "true"', { sonuclar: withOk('true'), kalanKredi: 980 }, undefined],
		['a count of none', { basariliSayisi: 0, sonuclar: { 1: first } }, undefined],
		['a count that is null', { basariliSayisi: null, sonuclar: withOk(1) }, undefined],
		['no ok', { sonuclar: withOk(undefined), kalanKredi: 980 }, unknown],
		['sites by name', { basariliSayisi: 0, sonuclar: { 'a.example': first } }, undefined],
		['a cost of no site', { sonuclar: withOk(false), harcananKredi: 20 }, unknown],
	])('%s', async (_, answer, told) => {
		const { message, sent } = await publishAnsweredWith(answer);
		expect([message, sent]).toEqual([told, 1]);
	});

	test.each([
		['ok: 1', 1],
		['no ok', undefined],
	])('nor by another execution with the same key: %s', async (_, ok) => {
		const options = { idempotencyKey: 'K' };
		const { sent } = await publishAnsweredWith({ sonuclar: withOk(ok) }, { options }, 2);
		expect(sent).toBe(1);
	});
});

test('an article that no site published is published again', async () => {
	const { message, sent } = await publishAnsweredWith({ sonuclar: withOk(0) });
	expect([message, sent]).toEqual([undefined, 2]);
});

describe('an answer tells what the article cost, and the most that the next one can cost', () => {
	const withNo = (...more: unknown[]) => [first, second, { site: 'c.example', ok: false }, ...more];

	test.each([
		['2 of 3 sites', { sonuclar: withNo() }, 20, 30],
		['the same in an object of PHP', { sonuclar: { ...withNo() } }, 20, 30],
		['a count alone', { basariliSayisi: 4 }, 40, 40],
		['a count below its sites', { basariliSayisi: 1, sonuclar: withNo() }, 20, 30],
		['a count above its sites', { basariliSayisi: 5, sonuclar: withNo() }, 50, 50],
		['a site that says neither yes nor no', { sonuclar: withNo({ ok: 'belki' }) }, 30, 40],
		['a higher cost', { sonuclar: withNo(), harcananKredi: 50 }, 50, 75],
		['a lower cost', { sonuclar: withNo(), harcananKredi: 5 }, 20, 30],
	])('%s', async (_, answer, credits, next) => {
		const paid = await publishAnsweredWith(answer);
		expect(paid.hints[0]).toMatch(new RegExp(`^1 ordered, ${credits} credits`));
		const { hints } = await publishAnsweredWith(answer, { options: { dryRun: true } });
		expect(hints[0]).toContain(`1 order for ${next} credits`);
	});
});

test('of an article that no site published, ten sites are named and the others counted', async () => {
	const sonuclar = Array.from({ length: 12 }, (_, site) => ({ site: `s${site}`, ok: false }));
	await panel.client.addFault({ answer: 'json', path: '/tanitim', body: { ok: true, sonuclar } });
	const { error } = await runNode({
		credential: panel.credential,
		parameters: articleForm,
		items: articleItems(1),
	});
	expect(error?.description).toMatch(/^Not published on s0, .*, s9 and 2 more\. /);
});
