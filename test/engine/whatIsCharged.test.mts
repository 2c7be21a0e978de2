import { readFileSync } from 'node:fs';

import { createRunExecutionData } from 'n8n-workflow';

import { articleForm, backlinkForm, backlinkItems, targetOf } from './forms.mts';
import { noSiteFor } from './faults.mts';
import { callAsTool, runNode, type NodeRun } from './engine.mts';
import { runLoop } from './loop.mts';
import { callByMcpClient } from './mcpServerTrigger.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const oneAtATime = { ...backlinkForm, options: { parallelRequests: 1 } };
const keyed = { ...backlinkForm, options: { idempotencyKey: '={{ $json.url }}' } };
const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const fixedBacklink = { ...backlinkForm, targetUrl: targetOf(0), anchorText: 'anchor', months: 1 };
const article = { title: 'Title', html: '<p>Text</p>' };

const backlinks = (count: number, more: Partial<NodeRun> = {}) =>
	runNode({
		credential: panel.credential,
		parameters: oneAtATime,
		items: backlinkItems(count),
		...more,
	});
/** A row of the README: a situation, the create requests that leave, the credits that are charged. */
interface Row {
	situation: string;
	requests: number;
	credits: number;
	run(): Promise<unknown>;
}

const rows: Row[] = [
	{
		situation: 'Five backlinks for a month each, all well',
		requests: 5,
		credits: 5,
		run: () => backlinks(5),
	},
	{
		situation: 'The third of them is refused once, with Retry On Fail',
		requests: 6,
		credits: 5,
		run: async () => {
			await panel.client.addFault(noSiteFor(2, 1));
			await backlinks(5, { settings: retryOnFail });
		},
	},
	{
		situation: 'The third of them is refused once, then the Retry button of the execution',
		requests: 6,
		credits: 5,
		run: async () => {
			await panel.client.addFault(noSiteFor(2, 1));
			await (await backlinks(5)).retry();
		},
	},
	{
		situation:
			'The first of them is refused in each of three tries, with Continue and Retry On Fail',
		requests: 7,
		credits: 4,
		run: async () => {
			await panel.client.addFault(noSiteFor(0));
			await backlinks(5, { settings: retryOnFail, onError: 'continueErrorOutput' });
		},
	},
	{
		situation: 'The connection breaks after the third was placed, with Retry On Fail',
		requests: 5,
		credits: 5,
		run: async () => {
			await panel.client.addFault({ answer: 'reset', bodyContains: 'page-2"' });
			await backlinks(5, { settings: retryOnFail });
		},
	},
	{
		situation: 'Their anchor text has `{{ $now }}` in it, the third is refused once, Retry On Fail',
		requests: 6,
		credits: 5,
		run: async () => {
			await panel.client.addFault(noSiteFor(2, 1));
			const anchorText = '={{ $json.anchor }} {{ $now.toMillis() }} {{ Math.random() }}';
			await backlinks(5, { parameters: { ...oneAtATime, anchorText }, settings: retryOnFail });
		},
	},
	{
		situation:
			'The last of six is refused, the anchor text is edited, “Retry with currently saved workflow”',
		requests: 7,
		credits: 6,
		run: async () => {
			await panel.client.addFault(noSiteFor(5, 1));
			const failed = await backlinks(6);
			await failed.retry({ parameters: { ...oneAtATime, anchorText: 'edited' } });
		},
	},
	{
		situation:
			'The second is refused, its Retry fails at the fifth, Retry of the first execution again',
		requests: 7,
		credits: 5,
		run: async () => {
			await panel.client.addFault(noSiteFor(1, 1));
			const failed = await backlinks(5, { workflowId: 'retried-again' });
			await panel.client.addFault(noSiteFor(4, 1));
			await failed.retry();
			await failed.retry();
		},
	},
	{
		situation: 'The second is refused, Retry is pressed twice at the same moment',
		requests: 6,
		credits: 5,
		run: async () => {
			await panel.client.addFault(noSiteFor(1, 1));
			const failed = await backlinks(5, { workflowId: 'retried-twice-at-once' });
			await Promise.all([failed.retry(), failed.retry()]);
		},
	},
	{
		situation: 'A loop of two rounds with one backlink each, Max Credits per Execution 1',
		requests: 1,
		credits: 1,
		run: async () => {
			const parameters = { ...fixedBacklink, options: { maxCredits: 1 } };
			await runLoop(panel, parameters, { onError: 'continueRegularOutput' });
		},
	},
	{
		situation: 'An AI agent makes the same call three times in an execution',
		requests: 1,
		credits: 1,
		run: async () => {
			const execution = createRunExecutionData();
			const call = async () =>
				await callAsTool({ credential: panel.credential, parameters: fixedBacklink }, execution);
			await call();
			await Promise.all([call(), call()]);
		},
	},
	{
		situation:
			'An MCP client makes the same call three times within ten minutes, not in queue mode',
		requests: 1,
		credits: 1,
		run: async () => {
			const call = async () =>
				await callByMcpClient({
					credential: panel.credential,
					parameters: fixedBacklink,
					workflowId: 'charged-by-mcp',
				});
			await call();
			await Promise.all([call(), call()]);
		},
	},
	{
		situation: 'One backlink, the workflow is executed twice',
		requests: 2,
		credits: 2,
		run: async () => {
			await backlinks(1);
			await backlinks(1);
		},
	},
	{
		situation: 'One backlink with an Idempotency Key, the workflow is executed twice',
		requests: 1,
		credits: 1,
		run: async () => {
			await backlinks(1, { parameters: keyed, workflowId: 'executed-twice' });
			await backlinks(1, { parameters: keyed, workflowId: 'executed-twice' });
		},
	},
	{
		situation: 'One backlink, the step is executed twice in the editor',
		requests: 2,
		credits: 2,
		run: async () => {
			await backlinks(1, { mode: 'manual' });
			await backlinks(1, { mode: 'manual' });
		},
	},
	{
		situation: 'One backlink in a sub-workflow, which Retry On Fail of Execute Workflow runs twice',
		requests: 2,
		credits: 2,
		run: async () => {
			await backlinks(1, { mode: 'integrated' });
			await backlinks(1, { mode: 'integrated' });
		},
	},
	{
		situation: 'The same with an Idempotency Key',
		requests: 1,
		credits: 1,
		run: async () => {
			const sub = { parameters: keyed, workflowId: 'sub-workflow', mode: 'integrated' } as const;
			await backlinks(1, sub);
			await backlinks(1, sub);
		},
	},
	{
		situation: 'One backlink with an Idempotency Key, in a workflow and in a copy of it',
		requests: 2,
		credits: 2,
		run: async () => {
			await backlinks(1, { parameters: keyed, workflowId: 'copied' });
			await backlinks(1, { parameters: keyed, workflowId: 'copy' });
		},
	},
	{
		situation:
			'One backlink with an Idempotency Key, its answer is lost, the workflow is executed again',
		requests: 1,
		credits: 1,
		run: async () => {
			await panel.client.addFault({ answer: 'reset', path: '/backlink' });
			await backlinks(1, { parameters: keyed, workflowId: 'answer-lost' });
			await backlinks(1, { parameters: keyed, workflowId: 'answer-lost' });
		},
	},
	{
		situation: 'The same backlink twice in one batch, without keys',
		requests: 2,
		credits: 2,
		run: () => backlinks(1, { items: [...backlinkItems(1), ...backlinkItems(1)] }),
	},
	{
		situation: 'A key that is not accepted (401)',
		requests: 1,
		credits: 0,
		run: () => backlinks(1, { credential: { ...panel.credential, apiKey: 'demo_live_wrong' } }),
	},
	{
		situation: 'Too few credits (402)',
		requests: 1,
		credits: 0,
		run: async () => {
			await panel.client.change({ balance: 0 });
			await backlinks(1);
		},
	},
	{
		situation: 'The rate limit (429) three times, then free',
		requests: 4,
		credits: 1,
		run: async () => {
			const headers = { 'retry-after': '0' };
			await panel.client.addFault({ answer: 'tooManyRequests', times: 3, headers });
			await backlinks(1);
		},
	},
	{
		situation: 'No answer in time, though the order was placed',
		requests: 1,
		credits: 1,
		run: async () => {
			await panel.client.addFault({ answer: 'timeout', path: '/backlink' });
			await backlinks(1, { parameters: { ...backlinkForm, options: { timeout: 1 } } });
		},
	},
	{
		situation: 'A field that cannot be sent',
		requests: 0,
		credits: 0,
		run: () => backlinks(1, { parameters: { ...backlinkForm, months: 2.5 } }),
	},
	{
		situation: 'Dry Run',
		requests: 0,
		credits: 0,
		run: () => backlinks(5, { parameters: { ...backlinkForm, options: { dryRun: true } } }),
	},
	{
		situation: 'Five backlinks with Max Credits per Execution 3',
		requests: 3,
		credits: 3,
		run: () =>
			backlinks(5, {
				parameters: { ...backlinkForm, options: { parallelRequests: 1, maxCredits: 3 } },
			}),
	},
	{
		situation: 'An article that four sites publish',
		requests: 1,
		credits: 40,
		run: () => backlinks(1, { parameters: articleForm, items: [article] }),
	},
	{
		situation: 'An article that no site publishes',
		requests: 1,
		credits: 0,
		run: async () => {
			await panel.client.change({ sites: [{ name: 'uyku.example', publishes: false }] });
			await backlinks(1, { parameters: articleForm, items: [article] });
		},
	},
];

test.each(rows)('$situation: $requests requests, $credits credits', async (row) => {
	await row.run();
	const books = await panel.client.books();
	expect(books.requests.filter(({ method }) => method === 'POST')).toHaveLength(row.requests);
	expect(books.charges.reduce((sum, { credits }) => sum + credits, 0)).toBe(row.credits);
});

test('the README tells exactly these situations and figures', () => {
	const readme = readFileSync('README.md', 'utf8');
	const chapter = /## What is charged, and when\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? '';
	const told = [...chapter.matchAll(/^\| (.+?) +\| +(\d+) +\| +(\d+) +\|$/gm)].map((match) =>
		match.slice(1),
	);
	expect(told).toEqual(
		rows.map(({ situation, requests, credits }) => [situation, `${requests}`, `${credits}`]),
	);
});
