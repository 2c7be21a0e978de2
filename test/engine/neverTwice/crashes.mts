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
	/** Moment of the end: in a call of one of n8n's helpers, or before the answer to an order arrives. */
	at: 'call' | 'answer';
	index: number;
}

interface PressAfterCrash {
	/** Retried execution: the crashed one starts from its trigger, because n8n keeps no data of it. */
	of: 'crashed' | 'latest';
	isTwiceAtOnce: boolean;
	onError: OnError;
	/** Moment at which n8n ends in this Retry too. Of two presses at once, only one ends. */
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

/** Highest number of processes that end in a case: the first one, and one for each press. */
export const MOST_ENDS = 1 + MOST_PRESSES;

/**
 * Ends n8n in the middle of an execution, of which n8n keeps nothing. Then presses Retry in another process.
 *
 * @param living node of the process that lives on; processes share no module, and so no memory
 * @param mortal nodes of processes that end, one for each end: calls in an ended process never return
 * @throws if an order was paid twice, or is reported as not charged
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
		// Counts earlier charges only: of two presses at once, one may order an item that the other was refused.
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

/** Waits until the last requests of an ended process have arrived, and frees its locks in the order store. */
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
