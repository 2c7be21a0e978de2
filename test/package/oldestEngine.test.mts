import { temporaryFolder, type TemporaryFolder } from '../../real-n8n/temporaryFolder.mts';
import { noSiteFor } from '../engine/faults.mts';
import {
	articleForm,
	backlinkForm,
	backlinkItems,
	balanceForm,
	ordersForm,
} from '../engine/forms.mts';
import { usePanel } from '../engine/usePanel.mts';
import { olderEngine, type OlderEngine } from './olderEngine.mts';
import { installBeside, installedEngine, oldest } from './olderN8n.mts';

// The first time, it is installed.
const installationMs = 300_000;

const panel = usePanel();
let folder: TemporaryFolder;
let engine: OlderEngine;

beforeAll(async () => {
	folder = await temporaryFolder('n8n-oldest-engine');
	// n8n writes its settings on load.
	process.env.N8N_USER_FOLDER = folder.path;
	process.env.N8N_ENCRYPTION_KEY = 'oldest-engine';
	process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS = 'true';
	process.env.N8N_LOG_LEVEL = 'silent';
	const engineModules = await installedEngine(oldest);
	const installed = await installBeside(`${engineModules}/n8n-workflow`, folder.path);
	engine = olderEngine(engineModules, installed);
}, installationMs);
afterAll(async () => await folder.remove());

describe(`in the engine of n8n ${oldest.n8n}`, () => {
	test.each([
		['the balance', balanceForm, {}, 1],
		['a backlink', backlinkForm, { url: 'https://example.com', anchor: 'a', months: 1 }, 1],
		['an article', articleForm, { title: 'Title', html: '<p>Text</p>' }, 1],
		['an article, a site each', { ...articleForm, output: 'site' }, { title: 'T', html: 'T' }, 4],
		['the orders', ordersForm, {}, 0],
	])('%s', async (_, parameters, item, outputItems) => {
		const { credential } = panel;
		const { data, error } = await engine.run({ parameters, credential, items: [item] });
		expect(error).toBeUndefined();
		expect(data?.main?.[0]).toHaveLength(outputItems);
	});

	test('with Retry On Fail, what was paid is not paid again', async () => {
		await panel.client.addFault(noSiteFor(3, 1));
		const { credential } = panel;
		const { data, error } = await engine.run({
			parameters: backlinkForm,
			credential,
			items: backlinkItems(5),
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});
		expect(error).toBeUndefined();
		expect(data?.main?.[0]).toHaveLength(5);
		expect((await panel.client.books()).charges).toHaveLength(5);
	});

	test('a failed item goes to the error output, with its kod and the fields of its input', async () => {
		await panel.client.addFault(noSiteFor(1));
		const { credential } = panel;
		const { data } = await engine.run({
			parameters: backlinkForm,
			credential,
			items: backlinkItems(3),
			settings: { onError: 'continueErrorOutput' },
		});
		const [done, failed] = data?.main ?? [];
		expect(done?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(failed?.map(({ json }) => json)).toEqual([
			{ ...backlinkItems(3)[1], error: expect.objectContaining({ kod: 'uygunSiteYok' }) },
		]);
	});

	test('an error that ends the run says what to do', async () => {
		const { credential } = panel;
		const wrongKey = { ...credential, apiKey: 'demo_live_wrong' };
		const { error } = await engine.run({ parameters: balanceForm, credential: wrongKey });
		expect(error).toMatchObject({ message: 'The API key was not accepted', httpCode: '401' });
		expect(await panel.client.requestsTo('/krediler')).toHaveLength(1);
	});

	test('where n8n cannot remember keys, an order with an Idempotency Key is not sent', async () => {
		const { credential } = panel;
		const parameters = { ...backlinkForm, options: { idempotencyKey: 'a' } };
		const { error } = await engine.run({ parameters, credential, items: backlinkItems(1) });
		expect(error?.message).toContain('idempotency key');
		expect(await panel.client.requestsTo('/backlink')).toEqual([]);
	});

	test('the trigger polls', async () => {
		const parameters = { event: 'balanceLow', threshold: 2000 };
		const { credential } = panel;
		expect(await engine.poll({ parameters, credential })).toEqual([
			expect.objectContaining({ bakiye: 1000, threshold: 2000 }),
		]);
	});
});
