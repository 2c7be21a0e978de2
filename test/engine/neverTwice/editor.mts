import fc from 'fast-check';
import type { OnError } from 'n8n-workflow';

import type { RequestEntry } from '../../../sandbox/sandbox.mts';
import type { Books } from '../../sandbox/sandboxClient.mts';
import { panelNode, resultOfNode, retryExecution, runWorkflow } from '../engine.mts';
import { backlinkForm, targetOf } from '../forms.mts';
import { inARow, testNode } from '../testNode.mts';
import { accountsOf } from './accounts.mts';
import type { CasePanel } from './CasePanel.mts';
import { anyFault, type FaultName } from './faults.mts';

interface ManualExecution {
	node: 'First' | 'Second';
	/** Page of each row. Equal rows are separate orders. */
	rows: number[];
	/** True if the anchor text was edited, which makes other orders. */
	isEdited: boolean;
	hasKeys: boolean;
	isDryRun: boolean;
	onError: OnError;
	maxTries: number;
	parallelRequests: number;
	/** True if the Retry button of the first execution is pressed afterwards. */
	isFirstRetried: boolean;
}

export interface EditorCase {
	faults: FaultName[];
	executions: ManualExecution[];
}

const seldom = fc.constantFrom(true, false, false, false);

export const editorCases: fc.Arbitrary<EditorCase> = fc.record({
	faults: fc.array(anyFault, { minLength: 3, maxLength: 3 }),
	executions: fc.array(
		fc.record<ManualExecution>({
			node: fc.constantFrom('First', 'First', 'Second'),
			rows: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 5 }),
			isEdited: seldom,
			hasKeys: seldom,
			isDryRun: seldom,
			onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput'),
			maxTries: fc.constantFrom(1, 1, 3),
			parallelRequests: fc.integer({ min: 1, max: 5 }),
			isFirstRetried: seldom,
		}),
		{ minLength: 2, maxLength: 5 },
	),
});

/**
 * Executes steps of a workflow again and again, as a user does while building the workflow.
 *
 * @throws if an order was paid or sent more often than one execution has equal rows, is not reported, or is
 * reported as not charged
 */
export async function checkEditor(given: EditorCase, panel: CasePanel): Promise<void> {
	await panel.addFaults(given.faults);
	/** Highest number of equal rows in one execution so far, by order. */
	const most = new Map<string, number>();
	let before = await panel.client.books();
	let retryFirst: (() => Promise<unknown>) | undefined;
	for (const execution of given.executions) {
		panel.count('manual executions');
		const { accounts, retry } = await execute(execution, panel);
		const { named, free } = accounts;
		const books = await panel.client.books();
		const rows = execution.rows.map((page) => `${targetOf(page)} ${anchorOf(execution)}`);
		for (const order of new Set(rows)) {
			const items = [...rows.keys()].filter((index) => rows[index] === order);
			const orders = execution.hasKeys ? 1 : items.length;
			if (!execution.isDryRun) most.set(order, Math.max(most.get(order) ?? 0, orders));

			const old = chargesOf(before, order);
			const charges = chargesOf(books, order);
			if (charges > (most.get(order) ?? 0)) throw new Error(`${order} was paid ${charges} times`);
			const sent = books.requests.filter(mayBePaid).filter(({ body }) => orderIn(body) === order);
			if (sent.length > (most.get(order) ?? 0)) {
				throw new Error(`${order} was sent ${sent.length} times without a clear refusal`);
			}
			if (items.filter((index) => named.has(index)).length < charges - old) {
				throw new Error(`An order of ${order} is told nowhere`);
			}
			if (execution.isDryRun) continue;
			// An order answers one item. With a key, an earlier order answers all items.
			const answered = execution.hasKeys && old > 0 ? items.length : charges;
			const asFree = items.filter((index) => free.has(index)).length;
			if (asFree > Math.max(0, items.length - answered)) {
				throw new Error(`An order of ${order} was told as free`);
			}
		}
		retryFirst ??= retry;
		if (execution.isFirstRetried) await retryFirst();
		before = await panel.client.books();
		for (const [order, orders] of most) {
			const charges = chargesOf(before, order);
			if (charges > orders) throw new Error(`${order} was paid ${charges} times by a Retry`);
		}
	}
}

async function execute(execution: ManualExecution, panel: CasePanel) {
	const { node, rows, hasKeys, isDryRun, onError, maxTries, parallelRequests } = execution;
	const options = {
		parallelRequests,
		...(isDryRun && { dryRun: true }),
		...(hasKeys && { idempotencyKey: '={{ $json.url }} {{ $json.anchor }}' }),
	};
	const settings = { onError, retryOnFail: maxTries > 1, maxTries, waitBetweenTries: 1 };
	const workflow = {
		...inARow(
			testNode('Items', 'test.items'),
			panelNode({ ...backlinkForm, options }, { ...settings, id: node, name: node }),
		),
		items: rows.map((page) => ({ url: targetOf(page), anchor: anchorOf(execution), months: 1 })),
		credential: panel.credential,
		workflowId: panel.workflowId,
	};
	const finished = await runWorkflow({ ...workflow, mode: 'manual' });
	return {
		accounts: accountsOf(resultOfNode(finished, node), node),
		retry: async () => await retryExecution(finished, workflow, 'currentlySaved'),
	};
}

/** Makes an anchor text that differs by node, before and after an edit, and with and without a key. */
function anchorOf({ node, isEdited, hasKeys }: ManualExecution): string {
	return `${node}${isEdited ? ' edited' : ''}${hasKeys ? ' keyed' : ''}`;
}

function chargesOf({ requests, charges }: Books, order: string): number {
	return charges.filter(({ requestNumber }) => orderIn(requests[requestNumber - 1]?.body) === order)
		.length;
}

function orderIn(body: unknown): string {
	const { hedefUrl, anchor } = body as { hedefUrl?: string; anchor?: string };
	return `${hedefUrl} ${anchor}`;
}

/** True if no answer said that nothing was charged. */
function mayBePaid({ method, processed, status }: RequestEntry): boolean {
	return method === 'POST' && (processed || status === null || status === 200);
}
