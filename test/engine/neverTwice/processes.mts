import fc from 'fast-check';
import type { INodeType } from 'n8n-workflow';

import { runNode, type NodeRun } from '../engine.mts';
import { backlinkForm, backlinkItems, targetOf } from '../forms.mts';
import { killedAt } from '../processOfN8n.mts';
import { accountsOf } from './accounts.mts';
import type { CasePanel } from './CasePanel.mts';
import { anyFault, type FaultName } from './faults.mts';

export interface ProcessesCase {
	itemFaults: FaultName[];
	/** True if two nodes of a workflow order at once; otherwise one node in two queue workers. */
	areTwoNodes: boolean;
	/** Call of n8n's helpers at which the first process ends, from 0; undefined = the process lives on. */
	killedAtCall: number | undefined;
	parallelRequests: number;
}

export const processesCases: fc.Arbitrary<ProcessesCase> = fc.record({
	itemFaults: fc.array(anyFault, { minLength: 1, maxLength: 5 }),
	areTwoNodes: fc.boolean(),
	killedAtCall: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined, freq: 2 }),
	parallelRequests: fc.integer({ min: 1, max: 5 }),
});

/**
 * Orders with the same keys in two processes at once, one of which may end, and once more afterwards.
 *
 * @param processes node of each process; processes share no module, and so no memory
 * @throws if an order was paid twice, or is not reported
 */
export async function checkProcesses(
	given: ProcessesCase,
	panel: CasePanel,
	processes: readonly [INodeType, INodeType],
): Promise<void> {
	await panel.addFaults(given.itemFaults);
	const [first, second] = processes;
	const run = async (nodeType: INodeType, more: Partial<NodeRun> = {}) =>
		await runNode({
			credential: panel.credential,
			parameters: {
				...backlinkForm,
				options: {
					idempotencyKey: '={{ $json.url }}',
					parallelRequests: given.parallelRequests,
				},
			},
			items: backlinkItems(given.itemFaults.length),
			onError: 'continueRegularOutput',
			workflowId: panel.workflowId,
			nodeType,
			...more,
		});
	const other = given.areTwoNodes ? { settings: { id: 'second' } } : {};
	panel.count(given.killedAtCall === undefined ? 'pairs of processes' : 'killed processes');
	const runs = await Promise.all([run(killedAt(first, given.killedAtCall)), run(second, other)]);
	runs.push(await run(second));

	const books = await panel.client.books();
	// Accepts a report by any run: by the one that placed the order, or by the last one, which finds its key.
	const told = runs.map((run) => accountsOf(run));
	for (const index of given.itemFaults.keys()) {
		const charges = books.chargesOf(targetOf(index)).length;
		if (charges > 1) throw new Error(`Item ${index} was paid ${charges} times`);
		if (charges === 1 && !told.some(({ named }) => named.has(index))) {
			throw new Error(`Item ${index} is told nowhere`);
		}
	}
}
