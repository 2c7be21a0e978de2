import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../engine.mts';
import { articleForm, articleItems, backlinkForm, backlinkItems } from '../forms.mts';
import type { CasePanel } from './CasePanel.mts';
import { anyFault, type FaultName } from './faults.mts';

interface Batch {
	isArticles: boolean;
	itemFaults: FaultName[];
	maxCredits: number | undefined;
	parallelRequests: number;
}

export interface LimitsCase {
	balance: number;
	/** Number of sites that publish articles; the `failing` sites do not. */
	publishing: number;
	failing: number;
	minimumBalance: number | undefined;
	batches: Batch[];
}

const batchOf = (fault: fc.Arbitrary<FaultName>, isArticles: fc.Arbitrary<boolean>) =>
	fc.record<Batch>({
		isArticles,
		itemFaults: fc.array(fault, { minLength: 1, maxLength: 5 }),
		maxCredits: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
		parallelRequests: fc.integer({ min: 1, max: 5 }),
	});
const anyBatches = fc.array(batchOf(anyFault, fc.boolean()), { minLength: 1, maxLength: 3 });
/** Batches whose number of orders is known in advance: backlinks without faults. */
const plainBatches = fc.array(batchOf(fc.constant('none'), fc.constant(false)), { minLength: 2 });

export const limitsCases: fc.Arbitrary<LimitsCase> = fc.record({
	balance: fc.integer({ min: 0, max: 120 }),
	publishing: fc.integer({ min: 1, max: 3 }),
	failing: fc.integer({ min: 0, max: 2 }),
	minimumBalance: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
	batches: fc.oneof({ weight: 3, arbitrary: anyBatches }, plainBatches),
});

/**
 * Runs executions of one account at the same time, with limits.
 *
 * @throws if a limit is exceeded by more than unforeseen prices of articles, or refuses an order that it allows
 */
export async function checkLimits(given: LimitsCase, panel: CasePanel): Promise<void> {
	const { balance, publishing, failing, minimumBalance, batches } = given;
	const sites = Array.from({ length: publishing + failing }, (_, site) => ({
		name: `s${site}`,
		publishes: site < publishing,
	}));
	await panel.client.change({ balance, sites });
	await panel.addFaults(batches.flatMap(({ itemFaults }) => itemFaults));
	let begun = 0;
	const runs = batches.map(({ isArticles, itemFaults, maxCredits, parallelRequests }) => {
		const end = begun + itemFaults.length;
		const items = (isArticles ? articlesOn : backlinkItems)(end).slice(begun);
		begun = end;
		const limits = {
			...(maxCredits !== undefined && { maxCredits }),
			...(minimumBalance !== undefined && { minimumBalance }),
		};
		const form = isArticles ? articleForm : backlinkForm;
		return runNode({
			credential: panel.credential,
			parameters: { ...form, options: { ...limits, parallelRequests } },
			items,
			onError: 'continueRegularOutput',
			workflowId: panel.workflowId,
		}).then(() => items.map(({ url, title }) => String(title ?? url)));
	});
	panel.count('executions at once');
	const subjects = await Promise.all(runs);

	const books = await panel.client.books();
	/** Credits of an article above 10, the price of one site: the node does not know the number of sites. */
	const unforeseen = 10 * publishing - 10;
	for (const [index, { isArticles, maxCredits = Infinity }] of batches.entries()) {
		const spent = books.charges
			.filter(({ subject }) => subjects[index]?.includes(subject))
			.reduce((sum, { credits }) => sum + credits, 0);
		if (spent > maxCredits + (isArticles ? unforeseen : 0)) {
			throw new Error(`${spent} credits spent of ${maxCredits}`);
		}
	}
	const articles = batches.filter(({ isArticles }) => isArticles).length;
	const least = Math.min(balance, minimumBalance ?? 0);
	if (books.balance < least - articles * unforeseen) {
		throw new Error(`${books.balance} credits left, and ${least} are to stay`);
	}
	const arePlain = batches.every(
		({ isArticles, itemFaults }) => !isArticles && itemFaults.every((fault) => fault === 'none'),
	);
	if (!arePlain) return;
	const wanted = batches.map(({ itemFaults, maxCredits = Infinity }) =>
		Math.min(itemFaults.length, maxCredits),
	);
	const allowed = Math.min(
		wanted.reduce((sum, count) => sum + count, 0),
		balance - least,
	);
	// Minimum Balance may count an order in flight twice: as reserved, and in the balance that was read meanwhile.
	const isExact = minimumBalance === undefined;
	const placed = books.charges.length;
	if (placed > allowed || (isExact && placed < allowed)) {
		throw new Error(`${books.charges.length} orders placed, and ${allowed} were allowed`);
	}
}

/** Makes articles titled `page-0`, `page-1` …, because faults find their items by these texts. */
function articlesOn(count: number): IDataObject[] {
	return articleItems(count).map((item, index) => ({ ...item, title: `page-${index}` }));
}
