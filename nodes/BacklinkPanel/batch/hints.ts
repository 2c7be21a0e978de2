import type { NodeExecutionHint } from 'n8n-workflow';

import { roundedCredits } from '../api/credits';
import { catalogueEntry } from '../errors/catalogue';
import { creditsInWords } from '../errors/documentedConstants';
import { escapeHtml, excerpt } from '../errors/serverText';
import { itemRanges, shortList } from '../errors/shortLists';
import type { ItemResult } from '../operations/Operation';
import { isOutcomeUnknown } from '../orders/orderOutcome';
import type { OrderRun } from '../orders/OrderRun';

/** By item index; undefined for items that were not started. */
export type Results = Array<ItemResult | undefined>;

/** A batch of thousands must not bury the output under hints: further items, reasons and sites are counted. */
const MOST_NAMED = 5;

/** By where the order of an item that was not sent now is known from. */
const NOT_SENT_NOW: Record<string, string> = {
	journal: 'already ordered in this execution, so not sent again',
	recent:
		'already ordered here in the editor within the last hour, so not sent again; to order all the same, set another Idempotency Key in Options or change the item',
	keyUsed: 'skipped, nothing charged: their Idempotency Key was used before',
	orderedByEarlierRetry: 'skipped, nothing charged: ordered by an earlier retry of this execution',
};
const EDITED = 'changed after being paid, and not ordered again';
const UNKNOWN = 'may have been ordered and charged, to be looked up';

/** What the user should know beside the output of a run. */
export function hintsOf(results: Results, orders: OrderRun | undefined): NodeExecutionHint[] {
	const messages = [
		...(orders ? dryRunTotals(results, orders) : []),
		...orderedNow(results, orders?.limits.balanceLeft),
		...failedItems(results),
		...refusingSites(results),
		...namedItems(results),
	];
	return messages.map((message) => ({ message: escapeHtml(message), location: 'outputPane' }));
}

/** What a real run would do and cost now. */
function dryRunTotals(results: Results, { limits, keys }: OrderRun): string[] {
	const isDryRun = results.some((result) =>
		result?.kind === 'failed' ? result.isDryRun : result?.by === 'dryRun',
	);
	if (!isDryRun) return [];
	const { orders, credits, creditsBefore, lacking, isPriceOpen } = limits.dryRun;
	const refused = results.filter((result) => result?.kind === 'failed').length;
	const [atLeast, atMost] = isPriceOpen ? ['at least ', 'at most '] : ['', ''];
	const balance = limits.balanceLeft;
	const left = roundedCredits((balance ?? 0) - creditsBefore - credits);
	const missing = creditsInWords(roundedCredits(lacking - left));
	const text = inOneText([
		`Dry run, nothing was sent: ${orders} ${orders === 1 ? 'order' : 'orders'} for ${atLeast}${creditsInWords(credits)}, ${refused} refused.`,
		balance === undefined
			? 'The balance could not be read.'
			: `The balance is ${balance} and would be ${atMost}${left}.`,
		lacking > 0 && `For the other orders it lacks ${atLeast}${missing}.`,
		isPriceOpen &&
			'No answer has shown yet how many sites publish, so the first article may cost more than Max Credits.',
		keys.hasOwnKeys() && 'Rows that were ordered before are counted too; they will be skipped.',
	]);
	return [text];
}

/** Those sentences that are true of a run. */
export function inOneText(sentences: Array<string | false>): string {
	return sentences.filter(Boolean).join(' ');
}

/** `12 ordered, 34 credits, 945 left`, as far as it is known. `balance`: where this run follows it. */
function orderedNow(results: Results, balance: number | undefined): string[] {
	const paid = results.flatMap((result) =>
		result?.kind === 'done' && result.paid ? [result.paid] : [],
	);
	if (paid.length === 0) return [];
	const costs = paid.flatMap(({ cost }) => cost ?? []);
	const isAllKnown = costs.length === paid.length && !results.some(isOutcomeUnknown);
	const spent = creditsInWords(roundedCredits(costs.reduce((sum, cost) => sum + cost, 0)));
	const parts = [`${paid.length} ordered`];
	if (costs.length > 0) parts.push(isAllKnown ? spent : `at least ${spent}`);
	if (isAllKnown && balance !== undefined) parts.push(`${balance} left`);
	return [parts.join(', ')];
}

/** How many items failed, and why: `2 of 3 items failed: Not enough credits (2)`. */
function failedItems(results: Results): string[] {
	const messages = results.flatMap((result) =>
		result?.kind === 'failed' && !result.isDryRun
			? [excerpt(catalogueEntry(result.failure).message(result.failure))]
			: [],
	);
	if (messages.length === 0) return [];
	const items = results.length === 1 ? 'item' : 'items';
	const reasons = mostFrequent(messages).map(([message, count]) => `${message} (${count})`);
	return [
		`${messages.length} of ${results.length} ${items} failed: ${shortList(reasons, MOST_NAMED, 'reasons')}`,
	];
}

/** The sites that did not publish: `Articles refused by haber.example (3 of 3), teknoloji.example (1 of 3)`. */
function refusingSites(results: Results): string[] {
	const articles = results.flatMap((result) => {
		const sites = result?.kind === 'failed' ? result.failure.sites : result?.sites;
		return sites ? [sites] : [];
	});
	const refusals = articles.flat().filter(({ isPublished }) => !isPublished);
	const sites = mostFrequent(refusals.map(({ name }) => name)).map(
		([name, count]) => `${name} (${count} of ${articles.length})`,
	);
	return sites.length === 0 ? [] : [`Articles refused by ${shortList(sites, MOST_NAMED, 'sites')}`];
}

function mostFrequent(texts: string[]): Array<[string, number]> {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	return [...counts].sort(([, one], [, other]) => other - one);
}

/** Tells of items by their indexes: `3 skipped, nothing charged (items 0–2)`. */
function namedItems(results: Results): string[] {
	const notes = new Set(results.flatMap((result) => (result && noteOn(result)) ?? []));
	return [...notes].map((note) => {
		const items = indexesOf(results, (result) => noteOn(result) === note);
		const text = items.length === 1 ? note.replace('their', 'its') : note;
		// Each order of unknown outcome has to be looked up, so all are named.
		return `${items.length} ${text} (${itemRanges(items, note === UNKNOWN ? undefined : MOST_NAMED)})`;
	});
}

/** The indexes of the items with such a result. */
export function indexesOf(results: Results, isMeant: (result: ItemResult) => boolean): number[] {
	return results.flatMap((result, index) => (result && isMeant(result) ? [index] : []));
}

function noteOn(result: ItemResult): string | undefined {
	if (result.kind === 'failed') return isOutcomeUnknown(result) ? UNKNOWN : undefined;
	if (result.isEdited) return EDITED;
	const knownFrom = result.by === 'skipping' ? result.items[0]?.skippedBecause : result.by;
	return NOT_SENT_NOW[String(knownFrom)];
}
