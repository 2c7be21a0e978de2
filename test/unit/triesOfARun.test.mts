import { failure } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import { articlePublish } from '../../nodes/BacklinkPanel/operations/articlePublish.ts';
import { backlinkCreate } from '../../nodes/BacklinkPanel/operations/backlinkCreate.ts';
import { resultsWithoutSending } from '../../nodes/BacklinkPanel/orders/placeOrder.ts';
import { articleOf, backlinkTo, inWords, OrderingWorkflow } from './orderingRuns.mts';
import { lost, noSite, placed } from './orderingService.mts';

jest.mock('../../nodes/BacklinkPanel/orders/store/storeEnvironment.ts', (): object => ({
	...jest.requireActual<object>('../../nodes/BacklinkPanel/orders/store/storeEnvironment.ts'),
	...jest.requireActual<object>('./virtualOrderStore.mts'),
}));

let workflow: OrderingWorkflow;
let service: OrderingWorkflow['service'];
beforeEach(() => {
	workflow = new OrderingWorkflow();
	({ service } = workflow);
});

const pages = [backlinkTo('a'), backlinkTo('b'), backlinkTo('c')];
const again = { resendUnknown: true };

describe('a further try of the same run', () => {
	test('orders what was refused, and answers what was paid with its first answer', async () => {
		const execution = workflow.execution();
		service.next('/b', noSite);
		const first = await execution.run(pages);
		expect(inWords(first)).toEqual(['ordering', 'uygunSiteYok', 'ordering']);
		const second = await execution.run(pages);
		expect(inWords(second)).toEqual(['ledger', 'ordering', 'ledger']);
		expect(service.sent).toHaveLength(4);
		expect(second[2]).toMatchObject({ items: [{ placementId: 'bl_3' }], isEdited: false });
	});

	test('answers what was paid for an item, whatever its fields say now, and tells so', async () => {
		const execution = workflow.execution();
		await execution.run([backlinkTo('a')]);
		const [edited] = await execution.run([backlinkTo('another')]);
		expect(edited).toMatchObject({
			by: 'ledger',
			isEdited: true,
			items: [{ placementId: 'bl_1' }],
		});
		const [invalid] = await execution.run([backlinkTo('a', {}, -1)]);
		expect(invalid).toMatchObject({ by: 'ledger', isEdited: true });
		expect(service.sent).toHaveLength(1);
	});

	test('an item whose fields cannot be read, and which was never ordered, says why', async () => {
		const [invalid] = await workflow.execution().run([backlinkTo('a', {}, -1)]);
		expect(inWords([invalid as never])).toEqual(['invalidParameter']);
		expect(service.sent).toEqual([]);
	});

	test('never sends again what is unknown, not even where the user asks for it', async () => {
		const execution = workflow.execution();
		service.next('/a', lost);
		await execution.run(pages);
		const second = await execution.run(pages.map((form) => ({ ...form, options: again })));
		expect(inWords(second)).toEqual(['outcomeUnknown', 'ledger', 'ledger']);
		expect(second[0]).toMatchObject({
			failure: {
				subject: 'https://example.com/a',
				detail: expect.stringContaining('no usable answer'),
				advice: expect.stringMatching(/^An earlier try of this run .* It was not sent again\.$/),
			},
			isFromEarlier: true,
		});
		expect(service.sent).toHaveLength(3);
	});

	test('an order that was not sent because the run was stopped can be sent by the next try', async () => {
		const execution = workflow.execution();
		service.next('/a', { kind: 'stopped' });
		expect(inWords(await execution.run([backlinkTo('a')]))).toEqual(['stopped']);
		expect(inWords(await execution.run([backlinkTo('a')]))).toEqual(['ordering']);
	});

	test('another operation on the same input has orders of its own', async () => {
		const execution = workflow.execution();
		await execution.run([backlinkTo('a')]);
		const article = { operation: articlePublish };
		expect(inWords(await execution.run([articleOf('First')], article))).toEqual(['ordering']);
	});

	test('an article that no site took is ordered again; one that a site took is not', async () => {
		const execution = workflow.execution();
		const article = { operation: articlePublish };
		service.next('First', placed({ basariliSayisi: 0 }), placed({ basariliSayisi: 1 }));
		const words = [];
		for (let attempt = 0; attempt < 3; attempt += 1) {
			words.push(...inWords(await execution.run([articleOf('First')], article)));
		}
		expect(words).toEqual(['noSitePublished', 'ordering', 'ledger']);
	});

	test('an article that was paid comes out in the form that the item asks for now', async () => {
		const execution = workflow.execution();
		const operation = articlePublish;
		const sonuclar = ['a', 'b'].map((site) => ({ site, ok: true }));
		service.next('First', placed({ basariliSayisi: 2, sonuclar }));
		await execution.run([articleOf('First')], { operation });
		const perSite = { ...articleOf('First'), output: 'site' };
		const [bySite] = await execution.run([perSite], { operation });
		expect(bySite).toMatchObject({ by: 'ledger', items: [{ site: 'a' }, { site: 'b' }] });
		// Of fields that cannot be read, nobody knows the form; the sites are told all the same.
		const [invalid] = await execution.run([{ ...perSite, title: '' }], { operation });
		expect(invalid).toMatchObject({ by: 'ledger', items: [{ sonuclar }] });
		expect(invalid).toMatchObject({ sites: [{ name: 'a' }, { name: 'b' }] });
	});

	test('the sum of the ledger is what was certainly or possibly spent', async () => {
		const execution = workflow.execution();
		service.next('/b', lost);
		service.next('/c', placed({ harcananKredi: 5 }));
		await execution.run([backlinkTo('a', {}, 2), backlinkTo('b', {}, 3), backlinkTo('c')]);
		const kept = Object.values(Object(execution.data.input.metadata).backlinkPanelLedger);
		expect(kept).toMatchObject([
			[{ state: 'paid', credits: 2, subject: 'https://example.com/a' }],
			[{ state: 'unknown', credits: 3, executionId: execution.data.id }],
			[{ state: 'paid', credits: 5 }],
		]);
	});

	test('an answer that tells no cost counts at the documented price', async () => {
		const execution = workflow.execution();
		service.next('/a', placed({ placementId: 'x' }));
		await execution.run([backlinkTo('a', {}, 4)]);
		const run = execution.begin(pages);
		expect(run.ledger.find(0)?.credits).toBe(4);
		expect(run.memory.spent.credits).toBe(4);

		const article = workflow.execution();
		service.next('First', placed({}));
		await article.run([articleOf('First')], { operation: articlePublish });
		expect(article.begin([]).memory.spent.credits).toBe(10);
	});
});

describe('the ledger while an order is on its way', () => {
	test('has it as unknown before it leaves: nothing can interrupt it unseen', async () => {
		const execution = workflow.execution();
		let seen: unknown;
		service.next('/a', async (limits) => {
			seen = structuredClone(execution.data.input.metadata);
			limits.onSend?.();
			return { outcome: { kind: 'answer', body: {} }, waitedMs: 0, rejections: 0 };
		});
		await execution.run([backlinkTo('a')]);
		expect(JSON.stringify(seen)).toContain('"state":"unknown"');
	});

	test('is found where n8n has replaced the metadata meanwhile', async () => {
		const execution = workflow.execution();
		service.next('/a', async (limits) => {
			limits.onSend?.();
			execution.data.input.metadata = structuredClone(execution.data.input.metadata);
			return {
				outcome: { kind: 'answer', body: { placementId: 'x' } },
				waitedMs: 0,
				rejections: 0,
			};
		});
		await execution.run([backlinkTo('a')]);
		expect(inWords(await execution.run([backlinkTo('a')]))).toEqual(['ledger']);
	});

	test('is written anew where n8n has dropped it meanwhile', async () => {
		const execution = workflow.execution();
		service.next('/a', async (limits) => {
			limits.onSend?.();
			delete execution.data.input.metadata;
			return {
				outcome: { kind: 'answer', body: { placementId: 'x' } },
				waitedMs: 0,
				rejections: 0,
			};
		});
		await execution.run([backlinkTo('a')]);
		expect(inWords(await execution.run([backlinkTo('a')]))).toEqual(['ledger']);
	});

	test('what was paid is what is known of an item, whatever was sent for it after that', async () => {
		const { ledger } = workflow.execution().begin(pages);
		const request = { method: 'POST', path: '/backlink', spendsCredits: true } as const;
		const facts = {
			credits: 1,
			fingerprint: 'f',
			subject: 's',
			executionId: '1',
			storeKey: undefined,
		};
		const first = ledger.record(0, request, facts);
		ledger.record(0, request, facts);
		expect(ledger.find(0)).toMatchObject({ state: 'unknown' });
		first.paid(3, { placementId: 'x' });
		expect(ledger.find(0)).toMatchObject({ state: 'paid', credits: 3 });
	});

	test('a refusal takes out the entry of its own order alone', async () => {
		const execution = workflow.execution();
		service.next('/a', lost);
		await execution.run([backlinkTo('a')]);
		service.next('/a', noSite);
		const retry = execution.retry();
		expect(inWords(await retry.run([backlinkTo('a', again)]))).toEqual(['uygunSiteYok']);
		const ledger = retry.begin([backlinkTo('a')]).ledger;
		expect(ledger.find(0)).toMatchObject({ state: 'unknown', executionId: execution.data.id });
	});
});

describe('the ledger goes', () => {
	test('when the run has ended, and leaves n8n’s own data where it is', async () => {
		const execution = workflow.execution();
		execution.data.input.metadata = { subRun: [] } as never;
		const run = execution.begin(pages);
		expect(run.ledger.isFromEarlierTry).toBe(false);
		await execution.run(pages);
		const second = execution.begin(pages).ledger;
		expect(second.isFromEarlierTry).toBe(true);
		expect(second.isKept).toBe(true);
		expect(second.size).toBe(3);
		second.close();
		expect(execution.data.input.metadata).toEqual({ subRun: [] });
		expect(execution.begin(pages).ledger.size).toBe(0);
	});

	test('it is not kept where the data of the run is the agent’s', async () => {
		const execution = workflow.execution();
		const { ledger } = execution.begin(pages, { isTool: true });
		expect(ledger.isKept).toBe(false);
		await execution.run(pages, { isTool: true });
		expect(execution.data.input.metadata).toBeUndefined();
		ledger.close();
	});

	test('a refused order is nothing that is known of an item', async () => {
		const execution = workflow.execution();
		service.next('/a', noSite);
		await execution.run([backlinkTo('a')]);
		expect(execution.begin(pages).ledger.size).toBe(0);
	});
});

describe('without a usable credential', () => {
	const why = failure('invalidCredential', { detail: 'The API Key is empty' });

	test('what was paid in an earlier try comes out, what is unknown stays so, the rest says why', async () => {
		const execution = workflow.execution();
		service.next('/b', lost);
		await execution.run(pages.slice(0, 2));
		const results = resultsWithoutSending(execution.functions(pages), backlinkCreate, 3, why);
		expect(inWords(results)).toEqual(['ledger', 'outcomeUnknown', 'invalidCredential']);
		expect(results[0]).toMatchObject({ isEdited: true, items: [{ placementId: 'bl_1' }] });
	});
});

test('an answer that cannot be read comes out as it is: it was paid', async () => {
	const odd = { ...backlinkCreate };
	odd.prepare = (parameters) => ({
		...backlinkCreate.prepare(parameters),
		read: () => {
			throw new Error('of another form');
		},
	});
	service.next('/a', placed({ placementId: 'x', error: 'a field of the service' }));
	const [result] = await workflow.execution().run([backlinkTo('a')], { operation: odd });
	expect(result).toMatchObject({
		by: 'ordering',
		items: [{ placementId: 'x', orderError: 'a field of the service' }],
	});
});
