import { createRunExecutionData } from 'n8n-workflow';

import { callAsTool, callFromMcpServer, runNode, type NodeRun } from './engine.mts';
import { noSiteFor } from './faults.mts';
import { articleForm, backlinkForm, backlinkItems, targetOf } from './forms.mts';
import { watchLog } from './logLines.mts';
import { runLoop } from './loop.mts';
import { usePanel } from './usePanel.mts';

/*
 * n8n evaluates the fields of a node anew each time it runs it. So an order is recognised by what it is
 * for, never by what its fields come to.
 */

const panel = usePanel();

const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const changing = '{{ $json.anchor }} {{ Math.random() }}';
const changingForm = { ...backlinkForm, anchorText: `=${changing}` };
const inOrder = { parallelRequests: 1 };

const backlinks = (count: number, more: Partial<NodeRun> = {}) =>
	runNode({
		credential: panel.credential,
		parameters: { ...backlinkForm, options: inOrder },
		items: backlinkItems(count),
		...more,
	});

async function credits(): Promise<number> {
	const { charges } = await panel.client.books();
	return charges.reduce((sum, charge) => sum + charge.credits, 0);
}

async function chargesOfItems(count: number): Promise<number[]> {
	const books = await panel.client.books();
	return Array.from({ length: count }, (_, index) => books.chargesOf(targetOf(index)).length);
}

const requests = async () => (await panel.client.requestsTo('/backlink')).length;

describe('fields that come to something else in each try', () => {
	test('a backlink whose anchor changes: five items, five charges', async () => {
		await panel.client.addFault(noSiteFor(2, 1));
		const run = await backlinks(5, { parameters: changingForm, settings: retryOnFail });
		expect(run.status).toBe('success');
		expect(run.output.filter(({ json }) => 'placementId' in json)).toHaveLength(5);
		expect(await chargesOfItems(5)).toEqual([1, 1, 1, 1, 1]);
	});

	test('an article with {{ $now }} in its title and Max Credits: each article once', async () => {
		await panel.client.addFault({
			answer: 'status',
			status: 409,
			body: { ok: false, kod: 'uygunSiteYok', hata: 'Yok' },
			bodyContains: 'Third',
			times: 1,
		});
		const run = await runNode({
			credential: panel.credential,
			parameters: {
				...articleForm,
				title: '={{ $json.title }} {{ $now.toMillis() }} {{ Math.random() }}',
				options: { ...inOrder, maxCredits: 200 },
			},
			items: ['First', 'Second', 'Third'].map((title) => ({ title, html: '<p>Text</p>' })),
			settings: retryOnFail,
		});
		expect(run.status).toBe('success');
		const { charges } = await panel.client.books();
		expect(charges).toHaveLength(3);
		expect(await credits()).toBeLessThanOrEqual(200);
	});

	test('an unknown order whose anchor changes is not sent again, and the others go on', async () => {
		await panel.client.addFault({ answer: 'reset', bodyContains: 'page-1"' });
		const run = await backlinks(4, {
			parameters: { ...changingForm, options: inOrder },
			settings: retryOnFail,
		});
		expect(run.error?.context).toMatchObject({ itemIndex: 1, charged: 'unknown' });
		expect(await chargesOfItems(4)).toEqual([1, 1, 1, 1]);
	});
});

describe('fields that were edited before “Retry with currently saved workflow”', () => {
	test('what was paid is answered from the ledger, with a hint; only the refused one is ordered', async () => {
		await panel.client.addFault(noSiteFor(5, 1));
		const failed = await backlinks(6);
		const retried = await failed.retry({
			parameters: { ...backlinkForm, anchorText: 'edited', options: inOrder },
		});
		expect(retried.output).toHaveLength(6);
		expect(await credits()).toBe(6);
		expect(retried.hints).toContainEqual(
			expect.stringContaining('edited after they were paid, and not ordered again: items 0–4'),
		);
	});

	test('a paid item whose fields are empty now is still answered', async () => {
		await panel.client.addFault(noSiteFor(2, 1));
		const failed = await backlinks(3);
		const retried = await failed.retry({
			parameters: { ...backlinkForm, anchorText: '={{ "" }}', options: inOrder },
			onError: 'continueErrorOutput',
		});
		expect(retried.output.filter(({ json }) => 'placementId' in json)).toHaveLength(2);
		expect(retried.errorOutput).toHaveLength(1);
		expect(await credits()).toBe(2);
	});

	test('a paid item is still answered where the credential cannot be used any more', async () => {
		await panel.client.addFault(noSiteFor(2, 1));
		const failed = await backlinks(3);
		const retried = await failed.retry({
			credential: { ...panel.credential, apiKey: '' },
			onError: 'continueErrorOutput',
		});
		expect(retried.output.filter(({ json }) => 'placementId' in json)).toHaveLength(2);
		expect(retried.errorOutput).toHaveLength(1);
	});

	test('edited, refused, and edited back: paid once', async () => {
		await panel.client.addFault(noSiteFor(1));
		const failed = await backlinks(2);
		await panel.client.addFault({
			answer: 'status',
			status: 422,
			body: { ok: false, kod: 'yasak', hata: 'Yasak' },
			bodyContains: 'other',
		});
		const edited = await failed.retry({
			parameters: { ...backlinkForm, anchorText: 'other', options: inOrder },
		});
		const back = await edited.retry({ parameters: { ...backlinkForm, options: inOrder } });
		expect(back.status).toBe('error');
		expect(await chargesOfItems(2)).toEqual([1, 0]);
	});

	test('Max Credits counts what was paid before the edit', async () => {
		const parameters = { ...backlinkForm, options: { ...inOrder, maxCredits: 2 } };
		await panel.client.addFault(noSiteFor(2));
		const failed = await backlinks(3, { parameters });
		const retried = await failed.retry({ parameters: { ...parameters, anchorText: 'edited' } });
		await panel.client.clearFaults();
		await retried.retry({ parameters: { ...parameters, anchorText: 'edited again' } });
		expect(await credits()).toBe(2);
	});
});

describe('the Retry button of one failed execution, pressed more than once', () => {
	const inRetryMode = { ...backlinkForm, options: inOrder };
	let workflowsSoFar = 0;
	const fails = async (parameters: NodeRun['parameters'] = inRetryMode, count = 5) => {
		await panel.client.addFault(noSiteFor(1, 1));
		workflowsSoFar += 1;
		return await backlinks(count, { parameters, workflowId: `retried-${workflowsSoFar}` });
	};

	test('an earlier retry failed too: the second one orders what is left', async () => {
		const failed = await fails();
		await panel.client.addFault(noSiteFor(4, 1));
		const first = await failed.retry();
		expect(first.status).toBe('error');
		const second = await failed.retry();
		expect(second.status).toBe('success');
		expect(await chargesOfItems(5)).toEqual([1, 1, 1, 1, 1]);
		expect(second.output.map(({ json }) => json.skippedBecause)).toEqual([
			undefined,
			'orderedByEarlierRetry',
			'orderedByEarlierRetry',
			'orderedByEarlierRetry',
			undefined,
		]);
	});

	test('twice at the same moment, with an anchor that changes', async () => {
		const failed = await fails({ ...changingForm, options: inOrder });
		await Promise.all([failed.retry(), failed.retry()]);
		expect(await chargesOfItems(5)).toEqual([1, 1, 1, 1, 1]);
	});

	test('the first retry succeeded: nothing is ordered again', async () => {
		const failed = await fails();
		await failed.retry();
		await failed.retry({ parameters: { ...backlinkForm, anchorText: 'edited' } });
		expect(await chargesOfItems(5)).toEqual([1, 1, 1, 1, 1]);
	});

	test('what a retry left unknown is not sent by another one, unless the user says so', async () => {
		const failed = await fails();
		await panel.client.addFault({
			answer: 'reset',
			phase: 'before',
			bodyContains: 'page-3"',
			times: 1,
		});
		await failed.retry();
		const second = await failed.retry();
		expect(second.error?.context).toMatchObject({ itemIndex: 3, charged: 'unknown' });
		expect(await chargesOfItems(5)).toEqual([1, 1, 1, 0, 1]);
		await failed.retry({ parameters: { ...backlinkForm, options: { resendUnknown: true } } });
		expect(await chargesOfItems(5)).toEqual([1, 1, 1, 1, 1]);
	});
});

describe('“Send Unknown Orders Again”', () => {
	const resending = { ...backlinkForm, options: { ...inOrder, resendUnknown: true } };

	test('Retry On Fail in the same execution never sends again', async () => {
		await panel.client.addFault({ answer: 'reset' });
		await backlinks(1, { parameters: resending, settings: retryOnFail });
		expect(await requests()).toBe(1);
	});

	test('a retry sends what was unknown before it once, also with Retry On Fail', async () => {
		await panel.client.addFault({ answer: 'reset', phase: 'before', method: 'POST', times: 2 });
		const failed = await backlinks(1, { parameters: resending, settings: retryOnFail });
		await failed.retry({ settings: retryOnFail });
		expect(await requests()).toBe(2);
	});
});

describe('a loop', () => {
	const loop = (parameters: NodeRun['parameters']) =>
		runLoop(panel, parameters, { onError: 'continueRegularOutput' });
	const fixed = { ...backlinkForm, targetUrl: targetOf(0), anchorText: 'anchor', months: 1 };

	test('Max Credits holds for all rounds together', async () => {
		await loop({ ...fixed, options: { maxCredits: 1 } });
		expect(await credits()).toBe(1);
	});

	test('a request that one round left unknown is not sent by the next one', async () => {
		await panel.client.addFault({ answer: 'reset', times: 1, method: 'POST' });
		await loop(fixed);
		expect(await requests()).toBe(1);
	});

	test('two items with the same fields in one run are two orders, also beside an unknown one', async () => {
		await panel.client.addFault({ answer: 'reset', times: 1, method: 'POST' });
		const same = backlinkItems(1);
		await backlinks(2, { items: [...same, ...same], settings: retryOnFail });
		expect(await chargesOfItems(1)).toEqual([2]);
	});
});

describe('an AI agent', () => {
	const call = (execution = createRunExecutionData(), index = 0) =>
		callAsTool(
			{
				credential: panel.credential,
				parameters: backlinkForm,
				items: backlinkItems(3).slice(index, index + 1),
			},
			execution,
		);

	test('the same call again is answered with the first order', async () => {
		const execution = createRunExecutionData();
		const first = await call(execution);
		const again = await call(execution);
		expect(again.items[0]?.json).toEqual({ ...first.items[0]?.json, alreadyOrdered: true });
		expect(await credits()).toBe(1);
	});

	test('three calls at the same moment order once', async () => {
		await panel.client.addFault({ answer: 'latency', delayMs: 50 });
		const execution = createRunExecutionData();
		const answers = await Promise.all([call(execution), call(execution), call(execution)]);
		expect(await credits()).toBe(1);
		const ids = answers.map(({ items }) => items[0]?.json.placementId);
		expect(new Set(ids).size).toBe(1);
	});

	test('another request is another order, and so is another execution', async () => {
		const execution = createRunExecutionData();
		await call(execution);
		await call(execution, 1);
		await call();
		expect(await credits()).toBe(3);
	});

	test('a refused call may be tried again', async () => {
		await panel.client.addFault(noSiteFor(0, 1));
		const execution = createRunExecutionData();
		await call(execution);
		const again = await call(execution);
		expect(again.items[0]?.json).toHaveProperty('placementId');
	});
});

describe('a client of the MCP Server Trigger, outside any execution', () => {
	let workflowsSoFar = 0;
	const client = () => {
		workflowsSoFar += 1;
		const workflowId = `mcp-${workflowsSoFar}`;
		return async (index = 0) => {
			const items = backlinkItems(3).slice(index, index + 1);
			const { credential } = panel;
			return await callFromMcpServer({ credential, parameters: backlinkForm, items, workflowId });
		};
	};

	test('the same call again is answered with the first order', async () => {
		const call = client();
		const [first] = await call();
		const [again] = await call();
		expect(again?.json).toEqual({ ...first?.json, alreadyOrdered: true });
		expect(await credits()).toBe(1);
	});

	test('three calls at the same moment order once', async () => {
		await panel.client.addFault({ answer: 'latency', delayMs: 50 });
		const call = client();
		const answers = await Promise.all([call(), call(), call()]);
		expect(await credits()).toBe(1);
		expect(new Set(answers.map(([item]) => item?.json.placementId)).size).toBe(1);
	});

	test('another request is another order, and so is that of another workflow', async () => {
		const call = client();
		await call();
		await call(1);
		await client()();
		expect(await credits()).toBe(3);
	});

	test('after a lost answer the same call is not sent again', async () => {
		await panel.client.addFault({ answer: 'reset', method: 'POST', times: 1 });
		const call = client();
		await call();
		const [again] = await call();
		expect(again?.json.error).toMatchObject({ charged: 'unknown' });
		expect(await requests()).toBe(1);
	});
});

test('thirty orders in flight at Stop: each one is named, in the error and in n8n’s log', async () => {
	const log = watchLog();
	await panel.client.addFault({ answer: 'latency', delayMs: 3_000 });
	const stopButton = new AbortController();
	const running = backlinks(30, {
		parameters: { ...backlinkForm, options: { parallelRequests: 30 } },
		signal: stopButton.signal,
	});
	while ((await requests()) < 30) await new Promise((resolve) => setTimeout(resolve, 10));
	stopButton.abort();
	const canceled = await running;
	expect(canceled.stored.resultData.error?.description).toContain('items 0–29');
	const line = log.find((each) => each.includes('The execution was canceled')) ?? '';
	expect(line).toMatch(
		/workflow “Engine test” \(workflow-1\), execution \d+, node “Backlink Panel”/,
	);
	for (let index = 0; index < 30; index += 1) {
		expect(line).toContain(`item ${index} “${targetOf(index)}”`);
	}
});

test('an unknown order is not sent again in the next round, although an item like it was paid', async () => {
	await panel.client.addFault({ answer: 'reset', method: 'POST', times: 1 });
	const [item = {}] = backlinkItems(1);
	const form = {
		...backlinkForm,
		// What comes back from a round are its results.
		targetUrl: "={{ $('Items').all()[$itemIndex].json.url }}",
		anchorText: 'anchor',
		months: 1,
		options: inOrder,
	};
	const run = { credential: panel.credential, workflowId: 'like-it' };
	await runLoop(run, form, { onError: 'continueRegularOutput' }, [item, item]);
	expect(await chargesOfItems(1)).toEqual([2]);
});
