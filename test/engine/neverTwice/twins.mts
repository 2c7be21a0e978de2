import fc from 'fast-check';
import type { INode, IRun, OnError } from 'n8n-workflow';

import {
	panelNode,
	resultOfNode,
	retryExecution,
	runWorkflow,
	type WorkflowRun,
} from '../engine.mts';
import { backlinkForm, backlinkItems, targetOf } from '../forms.mts';
import { inARow, testNode } from '../testNode.mts';
import { accountsOf } from './accounts.mts';
import type { CasePanel } from './CasePanel.mts';
import { anyFault, type FaultName } from './faults.mts';
import { anyPresses, type Press } from './retries.mts';

export interface TwinsCase {
	/** Faults of each item: at the first node, and at the second node. */
	itemFaults: Array<[FaultName, FaultName]>;
	onError: OnError;
	maxTries: number;
	parallelRequests: number;
	maxCredits: number | undefined;
	presses: Array<Omit<Press, 'edit'>>;
}

export const twinsCases: fc.Arbitrary<TwinsCase> = fc.record({
	itemFaults: fc.array(fc.tuple(anyFault, anyFault), { minLength: 1, maxLength: 4 }),
	onError: fc.constantFrom<OnError>('stopWorkflow', 'continueRegularOutput'),
	maxTries: fc.constantFrom(1, 3),
	parallelRequests: fc.integer({ min: 1, max: 5 }),
	maxCredits: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined, freq: 2 }),
	presses: anyPresses,
});

const TWINS = ['First', 'Second'];

/**
 * Runs two nodes with one ID, one after the other, and presses Retry. Each node orders its own pages.
 *
 * @throws if an order was paid twice, is not reported, is reported as not charged or by the wrong node, or
 * exceeds Max Credits
 */
export async function checkTwins(given: TwinsCase, panel: CasePanel): Promise<void> {
	const count = given.itemFaults.length;
	await panel.addFaults(
		[0, 1].flatMap((twin) => given.itemFaults.map((faults) => faults[twin] ?? 'none')),
	);
	const workflow = workflowOf(given, panel);
	const original = await runWorkflow(workflow);
	panel.count('twins');

	const runs: IRun[] = [original];
	for (const { of, isTwiceAtOnce } of given.presses) {
		const latest = runs.at(-1) ?? original;
		if (latest.status === 'success') break;
		const from = of === 'original' ? original : latest;
		const press = async () => await retryExecution(from, workflow, 'currentlySaved');
		panel.count('retries of twins');
		runs.push(...(await Promise.all(isTwiceAtOnce ? [press(), press()] : [press()])));
	}

	const books = await panel.client.books();
	const isChain = given.presses.every(({ of, isTwiceAtOnce }) => of === 'latest' && !isTwiceAtOnce);
	for (const [twin, name] of TWINS.entries()) {
		const told = runs.map((run) => accountsOf(resultOfNode(run, name), name));
		let credits = 0;
		for (const index of given.itemFaults.keys()) {
			const page = targetOf(twin * count + index);
			const charges = books.chargesOf(page).length;
			const requests = books.requests.filter(({ body }) => targetIn(body) === page).length;
			credits += charges;
			const item = `Item ${index} of the ${name} node`;
			if (charges > 1) throw new Error(`${item} was paid ${charges} times`);
			const wasNamed = told.some(({ named }) => named.has(index));
			if (charges === 1 && !wasNamed) throw new Error(`${item} is told nowhere`);
			const wasOrdered = told.some(({ ordered }) => ordered.has(index));
			if (charges === 0 && wasOrdered) throw new Error(`${item} was told as ordered`);
			if (!isChain) continue;
			const { free, unknown } = told.at(-1) ?? {};
			if (charges === 1 && free?.has(index)) throw new Error(`${item} was told as free`);
			if (requests === 0 && unknown?.has(index)) throw new Error(`${item} was never sent`);
		}
		if (isChain && credits > (given.maxCredits ?? Infinity)) {
			throw new Error(`${credits} credits of ${given.maxCredits} spent by the ${name} node`);
		}
	}
}

function workflowOf(given: TwinsCase, panel: CasePanel): WorkflowRun {
	const { onError, maxTries, parallelRequests, maxCredits, itemFaults } = given;
	const options = { parallelRequests, ...(maxCredits !== undefined && { maxCredits }) };
	const items = backlinkItems(itemFaults.length).map(({ url }, index) => ({
		First: url,
		Second: targetOf(itemFaults.length + index),
	}));
	const nodeOf = (name: string): INode =>
		panelNode(
			{
				...backlinkForm,
				targetUrl: `={{ $('Items').all()[$itemIndex].json.${name} }}`,
				anchorText: 'anchor',
				months: 1,
				options,
			},
			{ id: 'the same', name, onError, retryOnFail: maxTries > 1, maxTries, waitBetweenTries: 1 },
		);
	return {
		...inARow(testNode('Items', 'test.items'), ...TWINS.map(nodeOf)),
		items,
		credential: panel.credential,
		workflowId: panel.workflowId,
	};
}

function targetIn(body: unknown): unknown {
	return typeof body === 'object' && body !== null && 'hedefUrl' in body
		? body.hedefUrl
		: undefined;
}
