import { createRunExecutionData } from 'n8n-workflow';

import { charges, type ChargeName } from '../../tooling/documentation/charges.mts';
import { english } from '../../tooling/documentation/english.mts';
import { articleForm, backlinkForm, targetOf } from './forms.mts';
import { noSiteFor } from './ordersOfItems.mts';
import { callAsTool, type NodeRun } from './engine.mts';
import { retryOnFail, runBacklinks, runLoop } from './runBacklinks.mts';
import { callByMcpClient } from './callByMcpClient.mts';
import { killedAtOrder, nodeOfProcess } from './processOfN8n.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const keyed = { ...backlinkForm, options: { idempotencyKey: '={{ $json.url }}' } };
const fixedBacklink = { ...backlinkForm, targetUrl: targetOf(0), anchorText: 'anchor', months: 1 };
const article = { title: 'Title', html: '<p>Text</p>' };

const backlinks = (count: number, more: Partial<NodeRun> = {}) => runBacklinks(panel, count, more);
/** Runs that cause the situations of the page about charges. */
const runs: Record<ChargeName, () => Promise<unknown>> = {
	allSucceed: () => backlinks(5),
	refusedOnceRetryOnFail: async () => {
		await panel.client.addFault(noSiteFor(2, 1));
		await backlinks(5, { settings: retryOnFail });
	},
	refusedOnceRetryButton: async () => {
		await panel.client.addFault(noSiteFor(2, 1));
		await (await backlinks(5)).retry();
	},
	connectionBreaks: async () => {
		await panel.client.addFault({ answer: 'reset', bodyContains: 'page-2"' });
		await backlinks(5, { settings: retryOnFail });
	},
	retriedAgain: async () => {
		await panel.client.addFault(noSiteFor(1, 1));
		const failed = await backlinks(5, { workflowId: 'retried-again' });
		await panel.client.addFault(noSiteFor(4, 1));
		await failed.retry();
		await failed.retry();
	},
	retriedTwiceAtOnce: async () => {
		await panel.client.addFault(noSiteFor(1, 1));
		const failed = await backlinks(5, { workflowId: 'retried-twice-at-once' });
		await Promise.all([failed.retry(), failed.retry()]);
	},
	loopWithLimit: async () => {
		const parameters = { ...fixedBacklink, options: { maxCredits: 1 } };
		await runLoop(panel, parameters, { onError: 'continueRegularOutput' });
	},
	agentRepeats: async () => {
		const execution = createRunExecutionData();
		const call = async () =>
			await callAsTool({ credential: panel.credential, parameters: fixedBacklink }, execution);
		await Promise.all([call(), call()]);
		await call();
	},
	mcpClientRepeats: async () => {
		const call = async () =>
			await callByMcpClient({
				credential: panel.credential,
				parameters: fixedBacklink,
				workflowId: 'charged-by-mcp',
			});
		await Promise.all([call(), call()]);
		await call();
	},
	executedTwice: async () => {
		await backlinks(1);
		await backlinks(1);
	},
	executedTwiceWithKey: async () => {
		await backlinks(1, { parameters: keyed, workflowId: 'executed-twice' });
		await backlinks(1, { parameters: keyed, workflowId: 'executed-twice' });
	},
	stepExecutedTwice: async () => {
		await backlinks(1, { mode: 'manual' });
		await backlinks(1, { mode: 'manual' });
	},
	retryFromNothing: async () => {
		const nodeType = killedAtOrder(await nodeOfProcess(), 1);
		await backlinks(5, { nodeType, workflowId: 'retry-from-nothing' });
		const restarted = await nodeOfProcess();
		await backlinks(5, {
			mode: 'retry',
			nodeType: restarted,
			workflowId: 'retry-from-nothing',
		});
	},
	subWorkflowRetried: async () => {
		await backlinks(1, { mode: 'integrated' });
		await backlinks(1, { mode: 'integrated' });
	},
	subWorkflowRetriedWithKey: async () => {
		const sub = { parameters: keyed, workflowId: 'sub-workflow', mode: 'integrated' } as const;
		await backlinks(1, sub);
		await backlinks(1, sub);
	},
	copiedWorkflow: async () => {
		await backlinks(1, { parameters: keyed, workflowId: 'copied' });
		await backlinks(1, { parameters: keyed, workflowId: 'copy' });
	},
	answerLostWithKey: async () => {
		await panel.client.addFault({ answer: 'reset', path: '/backlink' });
		await backlinks(1, { parameters: keyed, workflowId: 'answer-lost' });
		await backlinks(1, { parameters: keyed, workflowId: 'answer-lost' });
	},
	noAnswerInTime: async () => {
		await panel.client.addFault({ answer: 'timeout', path: '/backlink' });
		await backlinks(1, { parameters: { ...backlinkForm, options: { timeout: 1 } } });
	},
	dryRun: () => backlinks(5, { parameters: { ...backlinkForm, options: { dryRun: true } } }),
	maxCredits: () =>
		backlinks(5, {
			parameters: { ...backlinkForm, options: { parallelRequests: 1, maxCredits: 3 } },
		}),
	articleOnFourSites: () => backlinks(1, { parameters: articleForm, items: [article] }),
	articleOnNoSite: async () => {
		await panel.client.change({ sites: [{ name: 'uyku.example', publishes: false }] });
		await backlinks(1, { parameters: articleForm, items: [article] });
	},
};

const rows = Object.entries(charges).map(([key, charge]) => {
	const name = key as ChargeName; // Safe cast: the keys are those of `charges`.
	return { situation: english.charges.situations[name], run: runs[name], ...charge };
});

test.each(rows)('$situation: $requests requests, $credits credits', async (row) => {
	await row.run();
	const books = await panel.client.books();
	expect(books.requests.filter(({ method }) => method === 'POST')).toHaveLength(row.requests);
	expect(books.creditsCharged).toBe(row.credits);
});
