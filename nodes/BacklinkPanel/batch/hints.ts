import type { NodeExecutionHint } from 'n8n-workflow';

import { roundedCredits } from '../api/credits';
import { catalogueEntry } from '../errors/catalogue';
import { creditsInWords } from '../errors/documentedConstants';
import { escapeHtml, excerpt } from '../errors/serverText';
import { itemRanges, shortList } from '../errors/shortLists';
import type { ItemResult } from '../operations/Operation';
import { isOutcomeUnknown } from '../orders/orderOutcome';
import type { OrderRun } from '../orders/OrderRun';

/** Results by item index; undefined for items that were not started. */
export type Results = Array<ItemResult | undefined>;

/** Limit of items, reasons or sites named in a hint. Orders of unknown outcome are all named. */
const MOST_NAMED = 5;

/** Texts about items that were ordered before. A result's `by` or `skippedBecause` names the text. */
const NOT_SENT_NOW: Record<string, string> = {
	journal: 'already ordered in this execution, so not sent again',
	recent:
		'already ordered here in the editor within the last hour, so not sent again; to order all the same, set another Idempotency Key in Options or change the item',
	keyUsed: 'skipped, nothing charged: their Idempotency Key was used before',
	orderedByEarlierRetry: 'skipped, nothing charged: ordered by an earlier retry of this execution',
};
const EDITED = 'changed after being paid, and not ordered again';
const UNKNOWN = 'may have been ordered and charged, to be looked up';

/** Makes the hints that n8n shows beside the output. */
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

/** Tells how many orders and credits a real run would take. */
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

/** Joins sentences; `false` stands for a sentence that does not apply. */
export function inOneText(sentences: Array<string | false>): string {
	return sentences.filter(Boolean).join(' ');
}

/** Tells the totals: `12 ordered, 34 credits, 945 left`. @param balance undefined if this run did not read it */
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

/** Counts the failed items by reason: `2 of 3 items failed: Not enough credits (2)`. */
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

/** Names the sites that did not publish: `Articles refused by haber.example (3 of 3), teknoloji.example (1 of 3)`. */
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

/** Names items that were ordered before, or whose outcome is unknown: `3 skipped, nothing charged (items 0–2)`. */
function namedItems(results: Results): string[] {
	const notes = new Set(results.flatMap((result) => (result && noteOn(result)) ?? []));
	return [...notes].map((note) => {
		const items = indexesOf(results, (result) => noteOn(result) === note);
		const text = items.length === 1 ? note.replace('their', 'its') : note;
		// Names all orders of unknown outcome, because the user has to look up each.
		return `${items.length} ${text} (${itemRanges(items, note === UNKNOWN ? undefined : MOST_NAMED)})`;
	});
}

/** Lists the indexes of results for which `isMatch` is true. */
export function indexesOf(results: Results, isMatch: (result: ItemResult) => boolean): number[] {
	return results.flatMap((result, index) => (result && isMatch(result) ? [index] : []));
}

function noteOn(result: ItemResult): string | undefined {
	if (result.kind === 'failed') return isOutcomeUnknown(result) ? UNKNOWN : undefined;
	if (result.isEdited) return EDITED;
	const knownFrom = result.by === 'skipping' ? result.items[0]?.skippedBecause : result.by;
	return NOT_SENT_NOW[String(knownFrom)];
}
