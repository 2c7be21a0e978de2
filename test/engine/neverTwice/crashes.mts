import fc from 'fast-check';
import type { INodeType, OnError } from 'n8n-workflow';

import { releaseLocks } from '../deduplicationStore.mts';
import { type NodeRun, type NodeRunResult, runNode } from '../engine.mts';
import { backlinkForm, backlinkItems, targetOf } from '../forms.mts';
import { killedAt, killedAtOrder } from '../processOfN8n.mts';
import { accountsOf } from './accounts.mts';
import type { CasePanel } from './CasePanel.mts';
import { anyFault, type FaultName } from './faults.mts';

interface End {
	/** While any of n8n's functions is called, or while the answer of the service is on its way. */
	at: 'call' | 'answer';
	index: number;
}

/** How somebody presses Retry after a crash. */
interface PressAfterCrash {
	/** n8n runs the crashed execution from its trigger; the latest Retry goes on with its data. */
	of: 'crashed' | 'latest';
	isTwiceAtOnce: boolean;
	onError: OnError;
	/** When n8n ends in this Retry as well; at once, another process goes on. */
	end: End | undefined;
}

export interface CrashesCase {
	itemFaults: FaultName[];
	parallelRequests: number;
	hasKeys: boolean;
	hasChangingFields: boolean;
	end: End;
	presses: PressAfterCrash[];
}

const MOST_PRESSES = 4;

const anyEnd = fc.oneof(
	fc.record<End>({ at: fc.constant('call'), index: fc.integer({ min: 0, max: 30 }) }),
	fc.record<End>({ at: fc.constant('answer'), index: fc.integer({ min: 0, max: 5 }) }),
);

export const crashesCases: fc.Arbitrary<CrashesCase> = fc.record({
	itemFaults: fc.array(anyFault, { minLength: 1, maxLength: 6 }),
	parallelRequests: fc.integer({ min: 1, max: 10 }),
	hasKeys: fc.constantFrom(true, false, false, false),
	hasChangingFields: fc.boolean(),
	end: anyEnd,
	presses: fc.array(
		fc.record<PressAfterCrash>({
			of: fc.constantFrom('crashed', 'latest', 'latest'),
			isTwiceAtOnce: fc.constantFrom(true, false, false),
			onError: fc.constantFrom('stopWorkflow', 'stopWorkflow', 'continueErrorOutput'),
			end: fc.option(anyEnd, { nil: undefined, freq: 5 }),
		}),
		{ minLength: 1, maxLength: MOST_PRESSES },
	),
});

/** As many processes end in a case at most. */
export const MOST_ENDS = 1 + MOST_PRESSES;

/**
 * Lets n8n end in the middle of an execution, of which it keeps nothing, and presses Retry, in another process.
 *
 * @param living the node in the process that lives on: what a module remembers is not shared
 * @param mortal the node in those that end; what waits in one that has ended waits for ever
 * @throws where an order was paid twice, or was told as free
 */
export async function checkCrashes(
	given: CrashesCase,
	panel: CasePanel,
	living: INodeType,
	mortal: INodeType[],
): Promise<void> {
	await panel.addFaults(given.itemFaults);
	const run: NodeRun = {
		credential: panel.credential,
		parameters: formOf(given),
		items: backlinkItems(given.itemFaults.length),
		workflowId: panel.workflowId,
	};
	const processes = mortal.values();
	const ending = ({ at, index }: End): INodeType => {
		const end = at === 'call' ? killedAt : killedAtOrder;
		return end(processes.next().value ?? living, index);
	};
	await runNode({ ...run, nodeType: ending(given.end) });
	panel.count('crashes');

	const runs: NodeRunResult[] = [];
	for (const { of, isTwiceAtOnce, onError, end } of given.presses) {
		await untilSettled(panel);
		const latest = of === 'latest' ? runs.at(-1) : undefined;
		if (latest?.status === 'success') break;
		const pressIn = async (nodeType: INodeType) =>
			latest
				? await latest.retry({ onError, nodeType })
				: await runNode({ ...run, onError, nodeType, mode: 'retry' });
		panel.count(latest ? 'retries with data' : 'retries from nothing');
		const before = await panel.client.books();
		const crashed = end ? [pressIn(ending(end))] : [];
		const others = !end || isTwiceAtOnce ? [pressIn(living)] : [];
		if (!end && isTwiceAtOnce) others.push(pressIn(living));
		await Promise.all(crashed);
		const ended = await Promise.all(others);
		runs.push(...ended);
		// At once, the other one may order what this one was refused.
		const known = isTwiceAtOnce ? before : await panel.client.books();
		for (const index of ended.flatMap((retry) => [...accountsOf(retry).free])) {
			const charges = known.chargesOf(targetOf(index)).length;
			if (charges > 0) throw new Error(`Item ${index} was told as free`);
		}
	}

	await untilSettled(panel);
	const books = await panel.client.books();
	for (const index of given.itemFaults.keys()) {
		const charges = books.chargesOf(targetOf(index)).length;
		if (charges > 1) throw new Error(`Item ${index} was paid ${charges} times`);
	}
}

/** What was in flight as a process ended has arrived. */
async function untilSettled({ workflowId }: CasePanel): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, 10));
	releaseLocks(workflowId);
}

function formOf({ parallelRequests, hasKeys, hasChangingFields }: CrashesCase) {
	return {
		...backlinkForm,
		...(hasChangingFields && { anchorText: '={{ $json.anchor }} {{ Math.random() }}' }),
		options: { parallelRequests, ...(hasKeys && { idempotencyKey: '={{ $json.url }}' }) },
	};
}
