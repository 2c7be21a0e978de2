import type { SiteResult } from '../errors/panelFailure';
import { excerpt } from '../errors/serverText';
import type { ItemResult } from '../operations/ItemResult';
import { inCredits } from '../errors/documentedTerms';
import { outcomeOf } from '../orders/orderResult';
import { sumOf } from '../orders/SpentCredits';

/** By item index; undefined for items that were not started. */
type Results = Array<ItemResult | undefined>;

/** More reasons or sites than that are counted. */
const MOST_NAMED = 5;

/**
 * What was ordered now: `12 ordered, 34 credits, 945 left`. It says no more than is known.
 *
 * @param followedBalance the credits on the account, where this run has asked for them
 */
export function orderedNow(results: Results, followedBalance: number | undefined): string[] {
	const paid = results.flatMap((result) =>
		result?.kind === 'done' && result.paid ? [result.paid] : [],
	);
	if (paid.length === 0) return [];
	const costs = paid.flatMap(({ cost }) => cost ?? []);
	const isAllKnown =
		costs.length === paid.length &&
		!results.some((result) => result !== undefined && outcomeOf(result) === 'unknown');
	const spent = inCredits(costs.reduce((sum, cost) => sumOf(sum, cost), 0));
	const left = lowestBalance(paid) ?? followedBalance;
	const parts = [
		`${paid.length} ordered`,
		...(costs.length > 0 ? [isAllKnown ? spent : `at least ${spent}`] : []),
		...(isAllKnown && left !== undefined ? [`${left} left`] : []),
	];
	return [parts.join(', ')];
}

/** Answers overtake each other: the lowest balance is the last one. */
function lowestBalance(paid: Array<{ balanceAfter: number | undefined }>): number | undefined {
	const told = paid.flatMap(({ balanceAfter }) => balanceAfter ?? []);
	return told.length === paid.length
		? told.reduce((lowest, balance) => Math.min(lowest, balance))
		: undefined;
}

/** How many items failed, and why: `3 of 5 items failed: 2 krediYetersiz, 1 invalidParameter`. */
export function failedItems(results: Results): string[] {
	const reasons = results.flatMap((result) =>
		result?.kind === 'failed' && !result.isTriedOut
			? [excerpt(result.failure.kod ?? result.failure.reason)]
			: [],
	);
	if (reasons.length === 0) return [];
	const items = results.length === 1 ? 'item' : 'items';
	const counts = mostFrequent(countsOf(reasons)).map(([reason, count]) => `${count} ${reason}`);
	return [`${reasons.length} of ${results.length} ${items} failed: ${listed(counts, 'reasons')}`];
}

/** The sites that did not publish an article: `haber.example refused 3 of 3 articles`. */
export function refusingSites(results: Results): string[] {
	const articles = results.flatMap((result) => {
		if (result?.kind === 'done') return [result.sites ?? []];
		return result?.kind === 'failed' ? [result.failure.sites ?? []] : [];
	});
	const asked = countsOf(articles.flatMap(distinctNames));
	const refused = countsOf(
		articles.flatMap((sites) => distinctNames(sites.filter(({ isPublished }) => !isPublished))),
	);
	if (refused.size === 0) return [];
	const sites = mostFrequent(refused).map(([name, count]) => {
		const all = asked.get(name);
		return `${name} refused ${count} of ${all} ${all === 1 ? 'article' : 'articles'}`;
	});
	return [`${listed(sites, 'sites')}. What a site refuses is not charged.`];
}

function distinctNames(sites: SiteResult[]): string[] {
	return [...new Set(sites.map(({ name }) => name))];
}

function countsOf(names: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}

function mostFrequent(counts: Map<string, number>): Array<[string, number]> {
	return [...counts].sort(([, one], [, other]) => other - one);
}

function listed(texts: string[], what: string): string {
	const named = texts.slice(0, MOST_NAMED).join(', ');
	const more = texts.length - MOST_NAMED;
	return more > 0 ? `${named} and ${more} more ${what}` : named;
}
