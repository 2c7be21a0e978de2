import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { startSandbox } from '../../sandbox/sandbox.mts';
import { checkService } from '../../tooling/checkService/checkService.mts';
import { sandboxClient } from '../sandbox/sandboxClient.mts';
import { startVariant, variantKey } from '../unit/checkService/variantPanel.mts';
import { variants } from '../unit/checkService/variants.mts';
import { runNode } from './engine.mts';
import { ordersForm } from './forms.mts';
import { TriggerInN8n } from './triggerEngine.mts';

interface Panel {
	credential: ICredentialDataDecryptedObject;
	/** The first placement has another status from now on. */
	changeStatus(field: string, status: string): Promise<void>;
	/** There is a new placement from now on. */
	addPlacement(): Promise<void>;
	close(): Promise<void>;
}

/** The hand-written panel, and a sandbox that was started from its record. */
async function bothPanels(name: keyof typeof variants): Promise<Panel[]> {
	const variant = structuredCloneOf(variants[name]);
	const original = await startVariant(variant);
	const service = { baseUrl: original.url, apiKey: variantKey, pauseMs: 0 };
	const { record } = await checkService(service, { say: () => undefined });
	const copy = await startSandbox({ record, rateLimit: { window: 'unlimited' } });
	const client = sandboxClient(copy.url);
	const [first = {}] = variant.backlinks;
	const { placements } = await client.books();
	return [
		{
			credential: credentialOf(original.url, variantKey),
			changeStatus: async (field, status) => void (first[field] = status),
			addPlacement: async () => {
				const id = Object.keys(first)[0] ?? '';
				variant.backlinks.unshift({ ...first, [id]: name === 'php' ? 99_001 : 'new-99001' });
			},
			close: original.close,
		},
		{
			credential: credentialOf(copy.url, copy.apiKey),
			changeStatus: async (field, status) => {
				const articles = (await client.books()).articles.length;
				const id = `bl_${String(placements.length).padStart(6, '0')}`;
				expect(articles).toBe(variant.articles.length);
				await client.changeOrder(id, { [field]: status });
			},
			addPlacement: async () => void (await client.addOrders({ type: 'backlink', count: 1 })),
			close: () => copy.close(),
		},
	];
}

function structuredCloneOf(variant: (typeof variants)['php']) {
	const { backlinks, articles } = variant;
	return { ...variant, backlinks: structuredClone(backlinks), articles: structuredClone(articles) };
}

function credentialOf(baseUrl: string, apiKey: string): ICredentialDataDecryptedObject {
	return { baseUrl, apiKey, requestsPerMinute: 100_000 };
}

/** What is left of an order when its texts and numbers are away: names of fields, types, the status. */
function formOf(order: IDataObject, status: string) {
	const types = Object.entries(order).map(([name, value]) => [name, typeof value]);
	return { ...Object.fromEntries(types), [status]: order[status] };
}

async function seenOnBoth<Seen>(
	name: keyof typeof variants,
	look: (panel: Panel) => Promise<Seen>,
): Promise<[original: Seen, copy: Seen]> {
	const [original, copy] = await bothPanels(name);
	if (!original || !copy) throw new Error('There are two panels');
	try {
		return [await look(original), await look(copy)];
	} finally {
		await Promise.all([original.close(), copy.close()]);
	}
}

const statusFields = { php: 'durum', english: 'orderStatus', unknown: 'asama' };

describe.each(['php', 'english', 'unknown'] as const)('a panel like %s, and its record', (name) => {
	const statusField = statusFields[name];

	test.each([
		['all', { returnAll: true, orderType: 'all' }],
		['one of each', { limit: 2, orderType: 'all' }],
		['one article', { limit: 1, orderType: 'article' }],
	])('Get Many gives the same orders: %s', async (_, parameters) => {
		const [original, copy] = await seenOnBoth(name, async ({ credential }) => {
			const run = await runNode({
				credential,
				parameters: { ...ordersForm, simplify: false, ...parameters },
			});
			expect(run.error).toBeUndefined();
			return run.output.map(({ json }) => formOf(json, statusField));
		});
		expect(copy).toEqual(original);
		expect(original.length).toBeGreaterThan(name === 'english' && _ === 'one article' ? -1 : 0);
	});

	test('Order Created tells of the new placement', async () => {
		const [original, copy] = await seenOnBoth(name, async (panel) => {
			const { credential } = panel;
			const trigger = new TriggerInN8n({
				credential,
				parameters: { event: 'orderCreated', simplify: false },
			});
			try {
				const baseline = await trigger.activate();
				await panel.addPlacement();
				const items = await trigger.poll();
				return { baseline, items: items.map((item) => formOf(item, statusField)) };
			} catch (error) {
				return (error as Error).message;
			}
		});
		expect(copy).toEqual(original);
		if (name === 'unknown') expect(original).toContain('No field with the ID of an order');
		else expect(original).toMatchObject({ baseline: [], items: [{ orderType: 'string' }] });
	});

	test('Order Status Changed tells of the change', async () => {
		const [original, copy] = await seenOnBoth(name, async (panel) => {
			const { credential } = panel;
			const trigger = new TriggerInN8n({
				credential,
				parameters: { event: 'orderStatusChanged', simplify: false },
			});
			try {
				await trigger.activate();
				await panel.changeStatus(statusField, 'iptal');
				return (await trigger.poll()).map((item) => formOf(item, statusField));
			} catch (error) {
				return (error as Error).message;
			}
		});
		expect(copy).toEqual(original);
		if (name !== 'unknown') expect(original).toMatchObject([{ [statusField]: 'iptal' }]);
	});

	test('Placement Expiring reads the same dates', async () => {
		const [original, copy] = await seenOnBoth(name, async ({ credential }) => {
			const parameters = { event: 'placementExpiring', simplify: false, withinDays: 90 };
			const trigger = new TriggerInN8n({ credential, parameters });
			try {
				return (await trigger.activate()).map((item) => formOf(item, statusField));
			} catch (error) {
				return (error as Error).message.replace(/\d/g, '0');
			}
		});
		expect(copy).toEqual(original);
	});
});
