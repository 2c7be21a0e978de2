import { getEventListeners } from 'node:events';

import type { IExecuteFunctions } from 'n8n-workflow';

import { BatchAbortController } from '../../nodes/BacklinkPanel/batch/runBatch.ts';
import { cancellationError, cancellationLogLine } from '../../nodes/BacklinkPanel/batch/runEnd.ts';
import { failure } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import type { ItemResult } from '../../nodes/BacklinkPanel/operations/ItemResult.ts';
import { testNode } from '../engine/testNode.mts';

type Results = Array<ItemResult | undefined>;

const node = testNode('Backlinks\n<b>', 'backlinkPanel');
const ordered: ItemResult = { kind: 'done', by: 'ordering', items: [{}] };
const unknown = (subject?: string): ItemResult => ({
	kind: 'failed',
	failure: failure('outcomeUnknown', { detail: '', subject }),
});
const refused: ItemResult = { kind: 'failed', failure: failure('refused', { detail: '' }) };

describe('a batch stops', () => {
	test('when it says so itself; that is no cancel', () => {
		const controller = new BatchAbortController(new AbortController().signal);
		expect([controller.isAborted, controller.isCanceled]).toEqual([false, false]);
		controller.abort();
		expect([controller.isAborted, controller.signal.aborted, controller.isCanceled]).toEqual([
			true,
			true,
			false,
		]);
	});

	test('when the user stops the execution, now or before it began', () => {
		const stopButton = new AbortController();
		const controller = new BatchAbortController(stopButton.signal);
		stopButton.abort();
		expect([controller.isAborted, controller.isCanceled]).toEqual([true, true]);
		const later = new BatchAbortController(stopButton.signal);
		expect([later.isAborted, later.isCanceled]).toEqual([true, true]);
	});

	test('without a signal of n8n only by itself', () => {
		const controller = new BatchAbortController(undefined);
		expect([controller.isAborted, controller.isCanceled]).toEqual([false, false]);
		controller.release();
	});

	test('nothing stays on the signal of n8n, which outlives the node', () => {
		const { signal } = new AbortController();
		const controller = new BatchAbortController(signal);
		expect(getEventListeners(signal, 'abort')).toHaveLength(1);
		controller.release();
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});
});

describe('the error of a stopped run', () => {
	const lookUp =
		'their requests were in flight. Look them up with Order → Get Many or in the panel.';

	test.each<[string, Results, string, string]>([
		['nothing was ordered', [undefined, refused], 'Nothing was ordered.', 'notStarted'],
		[
			'some were ordered',
			[ordered, ordered, undefined],
			'2 of 3 items were ordered.',
			'notStarted',
		],
		[
			'some are unknown',
			[unknown(), undefined, unknown()],
			`The outcome of items 0, 2 is unknown: ${lookUp}`,
			'outcomeUnknown',
		],
		[
			'both',
			[ordered, unknown()],
			`1 of 2 items were ordered. The outcome of item 1 is unknown: ${lookUp}`,
			'outcomeUnknown',
		],
	])('%s', (_, results, description, reason) => {
		const error = cancellationError(node, results);
		expect(error.message).toBe('The execution was canceled');
		expect(error.description).toBe(description);
		expect(error.context.reason).toBe(reason);
	});
});

describe('the line in n8n’s log', () => {
	const lineOf = (functions: Partial<IExecuteFunctions>, results: Results) =>
		cancellationLogLine(functions as IExecuteFunctions, cancellationError(node, results), results);

	test('says where it was, and names each unknown order by its target or title', () => {
		const functions: Partial<IExecuteFunctions> = {
			getWorkflow: () => ({ id: 'w1', name: 'Orders\u0000 of\nMay', active: true }),
			getExecutionId: () => '77',
		};
		expect(lineOf(functions, [ordered, unknown('https://a.example'), unknown()])).toMatch(
			/^The execution was canceled: workflow “Orders of May” \(w1\), execution 77, node “Backlinks <b>”\. 1 of 3 items were ordered\. .* Unknown: item 1 “https:\/\/a\.example”, item 2 “”\.$/,
		);
	});

	test('of a workflow that was not saved, outside an execution', () => {
		expect(lineOf({}, [undefined])).toBe(
			'The execution was canceled: workflow “” (not saved), execution without ID, node “Backlinks <b>”. Nothing was ordered.',
		);
	});
});
