import { waitUntil } from '../../tooling/waitUntil.mts';
import { articleForm, articleItems, backlinkForm, backlinkItems } from './forms.mts';
import { runNode } from './engine.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

describe('Minimum Balance to Keep', () => {
	test('the balance is read once and then followed', async () => {
		await panel.client.change({ balance: 10 });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { minimumBalance: 4 } },
			items: backlinkItems(5).map((item) => ({ ...item, months: 2 })),
			onError: 'continueErrorOutput',
		});
		expect(run.output).toHaveLength(3);
		expect(run.errorOutput[0]?.json.error).toMatchObject({
			message: '“Minimum Balance to Keep” does not allow this order',
			charged: 'no',
		});
		const books = await panel.client.books();
		expect(books.balance).toBe(4);
		expect(books.requestsTo('/krediler')).toHaveLength(1);
	});

	test('the balance is read once for items that go one after another, too', async () => {
		await panel.client.change({ balance: 10 });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { minimumBalance: 8, parallelRequests: 1 } },
			items: backlinkItems(4),
			onError: 'continueErrorOutput',
		});
		expect(run.output).toHaveLength(2);
		expect(await panel.client.requestsTo('/krediler')).toHaveLength(1);
	});

	test('stopped while the balance is being read, nothing is ordered', async () => {
		await panel.client.addFault({ answer: 'tooManyRequests', headers: { 'retry-after': '600' } });
		const stopButton = new AbortController();
		const running = runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { minimumBalance: 4 } },
			items: backlinkItems(2),
			signal: stopButton.signal,
		});
		while ((await panel.client.requestsTo('/krediler')).length === 0) {
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		stopButton.abort();
		const run = await running;

		expect(run.status).toBe('canceled');
		expect(run.error?.description ?? '').not.toContain('unknown');
		expect(await panel.client.requestsTo('/backlink')).toEqual([]);
	});

	test('for articles, the balance that the service tells is followed', async () => {
		await panel.client.change({ balance: 130 });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...articleForm, options: { minimumBalance: 50 } },
			items: articleItems(4),
			onError: 'continueErrorOutput',
		});
		expect(run.output).toHaveLength(2);
		expect((await panel.client.books()).balance).toBe(50);
	});

	test('it is followed also where credits went elsewhere meanwhile', async () => {
		const sonuclar = [{ site: 's', ok: true }];
		const body = { ok: true, basariliSayisi: 1, kalanKredi: 25, sonuclar };
		await panel.client.addFault({ answer: 'json', path: '/tanitim', body });
		await runNode({
			credential: panel.credential,
			parameters: { ...articleForm, options: { minimumBalance: 20 } },
			items: articleItems(2),
			onError: 'continueErrorOutput',
		});
		expect(await panel.client.requestsTo('/tanitim')).toHaveLength(1);
	});

	test('answers that overtake each other refuse nothing that fits', async () => {
		await panel.client.change({ balance: 150, sites: [{ name: 's', publishes: true }] });
		await panel.client.addFault({ answer: 'latency', delayMs: 500, bodyContains: '"Title 1"' });
		await runNode({
			credential: panel.credential,
			parameters: { ...articleForm, options: { minimumBalance: 100, parallelRequests: 2 } },
			items: articleItems(8),
			onError: 'continueErrorOutput',
		});
		expect((await panel.client.books()).balance).toBe(100);
	});

	test('an article whose answer was lost may have cost any amount: the next one is not sent', async () => {
		await panel.client.addFault({ answer: 'reset', path: '/tanitim' });
		await runNode({
			credential: panel.credential,
			parameters: { ...articleForm, options: { minimumBalance: 10 } },
			items: articleItems(3),
			onError: 'continueErrorOutput',
		});
		expect(await panel.client.requestsTo('/tanitim')).toHaveLength(1);
	});

	test('a balance that cannot be read stops the order, not the promise', async () => {
		await panel.client.addFault({ answer: 'html', path: '/krediler' });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { minimumBalance: 4 } },
			items: backlinkItems(1),
		});
		expect(run.error?.message).toBe('The service gave no usable answer');
		expect(await panel.client.creditsCharged()).toBe(0);
	});

	test('a balance that is no number stops it too', async () => {
		const body = { ok: true, bakiye: 'çok' };
		await panel.client.addFault({ answer: 'json', path: '/krediler', body });
		const run = await runNode({
			credential: panel.credential,
			parameters: { ...backlinkForm, options: { minimumBalance: 4 } },
			items: backlinkItems(1),
		});
		expect(run.error?.description).toContain('The answer has no “bakiye” that is a number');
		expect(await panel.client.requestsTo('/backlink')).toEqual([]);
	});
});

describe('Minimum Balance to Keep over several executions', () => {
	test('three at once keep it together', async () => {
		await panel.client.change({ balance: 100 });
		await panel.client.addFault({ answer: 'latency', delayMs: 20, path: '/backlink' });
		const execution = () =>
			runNode({
				credential: panel.credential,
				parameters: { ...backlinkForm, options: { minimumBalance: 90 } },
				items: backlinkItems(10),
				onError: 'continueRegularOutput',
			});
		await Promise.all([execution(), execution(), execution()]);
		expect(await panel.client.creditsCharged()).toBe(10);
	});

	test('each one asks anew', async () => {
		const execution = () =>
			runNode({
				credential: panel.credential,
				parameters: { ...backlinkForm, options: { minimumBalance: 90 } },
				items: backlinkItems(1),
			});
		await execution();
		await panel.client.change({ balance: 90 });
		await execution();
		expect(await panel.client.creditsCharged()).toBe(1);
	});

	test('one that is stopped while it asks for all leaves the others to ask themselves', async () => {
		await panel.client.addFault({ answer: 'timeout', path: '/krediler', times: 1 });
		const stopButton = new AbortController();
		const execution = (signal?: AbortSignal) =>
			runNode({
				credential: panel.credential,
				parameters: { ...backlinkForm, options: { minimumBalance: 90 } },
				items: backlinkItems(1),
				signal,
			});
		const stopped = execution(stopButton.signal);
		await waitUntil('request', async () => (await panel.client.requestsTo('/krediler')).length > 0);
		const other = execution();
		await new Promise((resolve) => setTimeout(resolve, 50));
		stopButton.abort();
		await stopped;
		expect((await other).output[0]?.json).toHaveProperty('placementId');
	});
});
