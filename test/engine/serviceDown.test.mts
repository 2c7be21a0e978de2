import { createServer } from 'node:net';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox } from '../../sandbox/sandbox.mts';
import { sandboxClient } from '../sandbox/sandboxClient.mts';
import { listening } from './connection/failingServers.mts';
import { type NodeRun, panelNode, runNode, runWorkflow } from './engine.mts';
import { backlinkForm, backlinkItems, balanceForm } from './forms.mts';
import { chargesOfItems, noSiteFor } from './ordersOfItems.mts';
import { inOrder, loopOf, oneAtATime, retryOnFail, runBacklinks } from './runBacklinks.mts';
import { useClock } from './useClock.mts';
import { usePanel } from './usePanel.mts';

/* If the service goes down during a batch, only few of the orders may become unknown. */

const panel = usePanel();
const clock = useClock();
const unavailable = { answer: 'status', status: 503, body: '', method: 'POST' } as const;

const run = async (count: number, options: INodeParameters, more: Partial<NodeRun> = {}) => {
	const { errorOutput, ...rest } = await runBacklinks(panel, count, {
		parameters: { ...backlinkForm, options },
		onError: 'continueErrorOutput',
		...more,
	});
	return { ...rest, errors: errorOutput.map(({ json }) => json.error as IDataObject) };
};
const sent = async () => (await panel.client.requestsTo('/backlink')).length;

test.each([
	['as many at once as the panel bears', {}, 30],
	['one after another', inOrder, 16],
])(
	'100 backlinks, %s, from the sixth on every answer is a 503: the rest is not sent',
	async (_, options, most) => {
		await panel.client.addFault({ ...unavailable, skip: 5 });
		const { output, errors, hints } = await run(100, options);
		expect(output).toHaveLength(5);
		const orders = await sent();
		expect(orders).toBeLessThan(most + 1);
		const unknown = errors.filter(({ charged }) => charged === 'unknown');
		const notStarted = errors.filter(({ reason }) => reason === 'notStarted');
		expect(unknown).toHaveLength(orders - 5);
		expect(notStarted).toHaveLength(100 - orders);
		expect(new Set(notStarted.map(({ charged }) => charged))).toEqual(new Set(['no']));
		expect(hints.join('\n')).toMatch(/answers.* were lost/);
		expect((await panel.client.books()).charges).toHaveLength(5);
	},
);

test.each([
	['redirects', { answer: 'redirect', method: 'POST' }],
	['“ok: false” at status 200', { answer: 'refusal', method: 'POST' }],
] as const)('40 backlinks, and the answers are %s: few become unknown', async (_, fault) => {
	await panel.client.addFault(fault);
	const { errors } = await run(40, {});
	expect(await sent()).toBeLessThan(21);
	expect(errors.filter(({ reason }) => reason === 'notStarted').length).toBeGreaterThan(19);
});

describe('after ten lost answers', () => {
	test('further tries of Retry On Fail send nothing more', async () => {
		await panel.client.addFault(unavailable);
		const { errors } = await run(30, {}, { settings: { ...retryOnFail, maxTries: 5 } });
		const orders = await sent();
		expect(orders).toBeLessThan(21);
		expect(errors.filter(({ charged }) => charged === 'unknown')).toHaveLength(orders);
	});

	test('further rounds of a loop send nothing more, until half a minute has passed', async () => {
		await panel.client.addFault(unavailable);
		const node = panelNode(oneAtATime, { onError: 'continueRegularOutput' });
		const loop = { ...loopOf('test.oneByOne', node), credential: panel.credential };
		await runWorkflow({ ...loop, items: backlinkItems(30), workflowId: panel.workflowId });
		expect(await sent()).toBe(10);
		await panel.client.clearFaults();
		clock.pass(30_000);
		expect((await run(3, {})).output).toHaveLength(3);
	});
});

describe('in the half minute after ten lost answers', () => {
	const lose = async () => {
		await panel.client.addFault(unavailable);
		await run(10, {}, { workflowId: 'another' });
		await panel.client.clearFaults();
	};

	test('a Retry fails, although the journal answers its first items', async () => {
		await panel.client.addFault(noSiteFor(3, 1));
		const { retry } = await runBacklinks(panel, 5, { parameters: oneAtATime });
		await lose();
		expect((await retry()).error?.message).toContain('last ten answers');
		clock.pass(30_000);
		expect((await retry()).status).toBe('success');
	});

	test('a dry run goes on', async () => {
		await lose();
		expect((await run(3, { dryRun: true })).output).toHaveLength(3);
	});

	test('only lost orders count: a read whose answer is lost later blocks nothing', async () => {
		await lose();
		clock.pass(30_000);
		await panel.client.addFault({ ...unavailable, method: 'GET', times: 1 });
		await runNode({ credential: panel.credential, parameters: balanceForm });
		expect((await run(2, {})).output).toHaveLength(2);
	});
});

test('with keys, the next execution orders what was not sent, and nothing else', async () => {
	const options = { idempotencyKey: '={{ $json.url }}' };
	const workflowId = 'down';
	await panel.client.addFault({ ...unavailable, skip: 5 });
	const first = await run(40, options, { workflowId });
	await panel.client.clearFaults();
	clock.pass(30_000);
	const second = await run(40, options, { workflowId });
	const notStarted = first.errors.filter(({ reason }) => reason === 'notStarted').length;
	expect(notStarted).toBeGreaterThan(10);
	expect(second.output.filter(({ json }) => 'placementId' in json)).toHaveLength(notStarted);
	expect(second.errors.every(({ charged }) => charged === 'unknown')).toBe(true);
	expect(Math.max(...(await chargesOfItems(panel, 40)))).toBe(1);
});

test('a service that comes up a moment later gets the order, once', async () => {
	const { port, close } = await listening(createServer());
	await close();
	const credential = { ...panel.credential, baseUrl: `http://127.0.0.1:${port}` };
	const running = runBacklinks(panel, 1, { credential });
	await new Promise((resolve) => setTimeout(resolve, 300));
	const sandbox = await startSandbox({ port, apiKeys: [String(panel.credential.apiKey)] });
	try {
		const run = await running;
		expect(run.error).toBeUndefined();
		const books = await sandboxClient(sandbox.url).books();
		expect(books.requests).toHaveLength(1);
		expect(books.charges).toHaveLength(1);
	} finally {
		await sandbox.close();
	}
});
