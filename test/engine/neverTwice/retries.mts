import fc from 'fast-check';
import type { INode, INodeParameters, OnError } from 'n8n-workflow';

import { type NodeRun, type NodeRunResult, runNode } from '../engine.mts';
import { backlinkForm, backlinkItems, targetOf } from '../forms.mts';
import { accountsOf } from './accounts.mts';
import { anyFault, type FaultName } from './faults.mts';
import type { CasePanel } from './CasePanel.mts';

/** Press of the Retry button after an execution that did not succeed. */
export interface Press {
	/** Retried execution: after a failed Retry, n8n offers Retry for the original again. */
	of: 'original' | 'latest';
	isTwiceAtOnce: boolean;
	/** Edit before “Retry with currently saved workflow”; undefined = “Retry with original workflow”. */
	edit: Edit | undefined;
}

/** `replaced`: the node was deleted and added again under its name. */
type Edit = 'anchor' | 'invalid' | 'replaced';

export interface RetriesCase {
	itemFaults: FaultName[];
	onError: OnError;
	maxTries: number;
	parallelRequests: number;
	hasKeys: boolean;
	hasChangingFields: boolean;
	maxCredits: number | undefined;
	cancelAfterMs: number | null;
	presses: Press[];
}

/** Up to three presses, so that a Retry of a Retry and a second Retry of the original occur. */
export const anyPresses = fc.array(
	fc.record<Press>({
		of: fc.constantFrom('original', 'latest'),
		isTwiceAtOnce: fc.boolean(),
		edit: fc.constantFrom(undefined, undefined, undefined, 'anchor', 'invalid', 'replaced'),
	}),
	{ maxLength: 3 },
);

export const retriesCases: fc.Arbitrary<RetriesCase> = fc.record({
	itemFaults: fc.array(anyFault, { minLength: 1, maxLength: 8 }),
	onError: fc.constantFrom<OnError>('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
	maxTries: fc.constantFrom(1, 2, 3, 5),
	parallelRequests: fc.integer({ min: 1, max: 10 }),
	hasKeys: fc.boolean(),
	hasChangingFields: fc.boolean(),
	maxCredits: fc.option(fc.integer({ min: 0, max: 8 }), { nil: undefined, freq: 2 }),
	cancelAfterMs: fc.option(fc.integer({ min: 0, max: 100 }), { freq: 2 }),
	presses: anyPresses,
});

/**
 * Runs a batch, stops it in some cases, and presses Retry.
 *
 * @throws if an order was paid twice, is not reported, is reported as not charged, or exceeds Max Credits
 */
export async function checkRetries(given: RetriesCase, panel: CasePanel): Promise<void> {
	await panel.addFaults(given.itemFaults);
	const credits = async () => (await panel.client.books()).charges.length;

	const stopButton = new AbortController();
	const { cancelAfterMs } = given;
	const timer =
		cancelAfterMs === null ? undefined : setTimeout(() => stopButton.abort(), cancelAfterMs);
	const original = await runNode({
		credential: panel.credential,
		parameters: formOf(given),
		items: backlinkItems(given.itemFaults.length),
		onError: given.onError,
		settings: settingsOf(given),
		workflowId: panel.workflowId,
		signal: stopButton.signal,
	});
	clearTimeout(timer);
	panel.count(original.status === 'canceled' ? 'canceled' : 'runs');
	const ofOriginal = await credits();

	const runs: NodeRunResult[] = [original];
	for (const { of, isTwiceAtOnce, edit } of given.presses) {
		const latest = runs.at(-1) ?? original;
		if (latest.status === 'success') break;
		const from = of === 'original' ? original : latest;
		const press = async () =>
			await from.retry({
				signal: undefined,
				...(edit && edited(given, edit)),
			});
		panel.count('retries');
		const before = await credits();
		runs.push(...(await Promise.all(isTwiceAtOnce ? [press(), press()] : [press()])));
		// Leaves out other Retries, because a Retry counts only the credits of the execution that it retries.
		const spent = (await credits()) - before + ofOriginal;
		if (of === 'original' && !isTwiceAtOnce && spent > (given.maxCredits ?? Infinity)) {
			throw new Error(`${spent} credits spent of ${given.maxCredits}`);
		}
	}
	await expectAccounts(given, panel, runs);
}

async function expectAccounts(
	{ itemFaults, maxCredits, presses }: RetriesCase,
	panel: CasePanel,
	runs: NodeRunResult[],
): Promise<void> {
	const books = await panel.client.books();
	const isChain = presses.every(({ of, isTwiceAtOnce }) => of === 'latest' && !isTwiceAtOnce);
	if (isChain && books.charges.length > (maxCredits ?? Infinity)) {
		throw new Error(`${books.charges.length} credits spent of ${maxCredits}`);
	}
	const told = runs.map((run) => accountsOf(run));
	for (const index of itemFaults.keys()) {
		const charges = books.chargesOf(targetOf(index)).length;
		if (charges > 1) throw new Error(`Item ${index} was paid ${charges} times`);
		if (charges === 0) continue;
		if (!told.some(({ named }) => named.has(index)))
			throw new Error(`Item ${index} is told nowhere`);
		if (isChain && told.at(-1)?.free.has(index)) throw new Error(`Item ${index} was told as free`);
	}
}

function edited(given: RetriesCase, edit: Edit): Partial<NodeRun> {
	const form = formOf(given);
	return {
		anchor: { parameters: { ...form, anchorText: 'edited' } },
		invalid: { parameters: { ...form, anchorText: '={{ "" }}' } },
		replaced: { settings: { ...settingsOf(given), id: 'added anew' } },
	}[edit];
}

function settingsOf({ maxTries }: RetriesCase): Partial<INode> {
	return { retryOnFail: maxTries > 1, maxTries, waitBetweenTries: 1 };
}

function formOf(given: RetriesCase): INodeParameters {
	const { parallelRequests, maxCredits } = given;
	return {
		...backlinkForm,
		...(given.hasChangingFields && { anchorText: '={{ $json.anchor }} {{ Math.random() }}' }),
		options: {
			parallelRequests,
			...(maxCredits !== undefined && { maxCredits }),
			...(given.hasKeys && { idempotencyKey: '={{ $json.url }}' }),
		},
	};
}
