import fc from 'fast-check';

import { backlinkForm, backlinkItems, targetOf } from '../forms.mts';
import { runLoop } from '../runBacklinks.mts';
import type { CasePanel } from './CasePanel.mts';
import { anyFault, type FaultName } from './faults.mts';

export interface LoopsCase {
	itemFaults: FaultName[];
	/** True if both rounds order the same; otherwise each round has its own anchor text. */
	isSameInEachRound: boolean;
	hasRetryOnFail: boolean;
	maxCredits: number | undefined;
}

export const loopsCases: fc.Arbitrary<LoopsCase> = fc.record({
	itemFaults: fc.array(anyFault, { minLength: 1, maxLength: 4 }),
	isSameInEachRound: fc.boolean(),
	hasRetryOnFail: fc.boolean(),
	maxCredits: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
});

/**
 * Runs the node in two rounds of a loop.
 *
 * @throws if an order was paid twice, an unknown order was sent again, or Max Credits is exceeded
 */
export async function checkLoops(given: LoopsCase, panel: CasePanel): Promise<void> {
	await panel.addFaults(given.itemFaults);
	const { maxCredits, isSameInEachRound } = given;
	const form = {
		...backlinkForm,
		// Reads the first node, because the second round gets the results of the first one as its input.
		targetUrl: "={{ $('Items').all()[$itemIndex].json.url }}",
		anchorText: isSameInEachRound ? 'anchor' : '=anchor {{ $runIndex }}',
		months: 1,
		options: maxCredits === undefined ? {} : { maxCredits },
	};
	const settings = { retryOnFail: given.hasRetryOnFail, maxTries: 3, waitBetweenTries: 1 };
	const items = backlinkItems(given.itemFaults.length);
	await runLoop(panel, form, { ...settings, onError: 'continueRegularOutput' }, items);
	panel.count('loops');

	const books = await panel.client.books();
	if (books.charges.length > (maxCredits ?? Infinity)) {
		throw new Error(`${books.charges.length} credits spent of ${maxCredits}`);
	}
	for (const [index, fault] of given.itemFaults.entries()) {
		const isOneOrder = isSameInEachRound && LEAVE_UNKNOWN.includes(fault);
		const orders = isOneOrder ? 1 : 2;
		const charges = books.chargesOf(targetOf(index)).length;
		if (charges > orders)
			throw new Error(`${orders} orders of item ${index}, paid ${charges} times`);
	}
}

/** Faults that place the order but lose the answer: the next round must not send that order again. */
const LEAVE_UNKNOWN: FaultName[] = ['brokenAfterwards', 'cut', 'noJson', 'empty'];
