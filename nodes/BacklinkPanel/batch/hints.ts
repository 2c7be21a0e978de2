import type { NodeExecutionHint } from 'n8n-workflow';

import { isStopped, type SiteResult } from '../errors/panelFailure';
import { escapeHtml, excerpt } from '../errors/serverText';
import type { ItemResultSource, ItemDone, ItemResult } from '../operations/ItemResult';
import { roundedCredits } from '../api/credits';
import { creditsInWords } from '../errors/documentedConstants';
import { isOutcomeUnknown } from '../orders/orderOutcome';
import type { OrderRun } from '../orders/OrderRun';
import { type Concurrency, INITIAL_CONCURRENCY } from './concurrency';
import { itemRanges, shortList } from '../errors/shortLists';

/** By item index; undefined for items that were not started. */
type Results = Array<ItemResult | undefined>;

/** A batch of thousands must not bury the output under hints: more items, reasons or sites are counted. */
const MOST_NAMED = 5;

/** What is told of items by their indexes. */
interface AboutItems {
	text: string;
	isMeant(result: ItemResult): boolean;
	/** Of these one that is not named may be looked for by nobody. */
	namesAll?: boolean;
}

const ABOUT_ITEMS: AboutItems[] = [
	{
		text: 'Already ordered in this execution, so not sent again',
		isMeant: (result) => isDone(result, 'journal'),
	},
	{
		text: 'Already ordered here in the editor within the last hour, so not sent again. To order all the same, set another Idempotency Key in Options or change the item',
		isMeant: (result) => isDone(result, 'recent'),
	},
	{
		text: 'Skipped, because their idempotency key was used already',
		isMeant: (result) => isSkipped(result, 'keyUsed'),
	},
	{
		text: 'Skipped, because an earlier retry of this execution ordered them',
		isMeant: (result) => isSkipped(result, 'orderedByEarlierRetry'),
	},
	{
		text: 'Changed or edited after they were paid, and not ordered again',
		isMeant: (result) => result.kind === 'done' && result.isEdited === true,
	},
	{
		text: 'The outcome is unknown, look these orders up',
		isMeant: isOutcomeUnknown,
		namesAll: true,
	},
];

const FEW_IN_FLIGHT =
	'At most ten requests were in flight at once, because answers of the service got lost within the last hour';

/** What the user should know beside the output of a run. */
export function hintsOf(
	results: Results,
	{ isCautious }: Pick<Concurrency, 'isCautious'>,
	orders?: Pick<OrderRun, 'limits'>,
): NodeExecutionHint[] {
	const messages = [
		...dryRunTotals(results, orders?.limits),
		...orderedNow(results, orders?.limits.balanceLeft),
		...failedItems(results),
		...serviceIsDown(results),
		...refusingSites(results),
		...ABOUT_ITEMS.flatMap((about) => aboutItems(results, about)),
		...waitedForRateLimit(results),
		...(isCautious && results.length > INITIAL_CONCURRENCY ? [FEW_IN_FLIGHT] : []),
	];
	return messages.map((message) => ({ message: escapeHtml(message), location: 'outputPane' }));
}

function aboutItems(results: Results, { text, isMeant, namesAll }: AboutItems): string[] {
	const items = indexes(results, isMeant);
	const most = namesAll ? undefined : MOST_NAMED;
	return items.length > 0 ? [`${text}: ${itemRanges(items, most)}`] : [];
}

function isDone(result: ItemResult, by: ItemResultSource): result is ItemDone {
	return result.kind === 'done' && result.by === by;
}

function isSkipped(result: ItemResult, because: string): boolean {
	return isDone(result, 'skipping') && result.items[0]?.skippedBecause === because;
}

/** What a real run would do and cost now. */
function dryRunTotals(results: Results, limits: OrderRun['limits'] | undefined): string[] {
	const isDryRun = results.some(
		(result) =>
			(result?.kind === 'done' && result.by === 'dryRun') ||
			(result?.kind === 'failed' && result.isDryRun),
	);
	if (!isDryRun || !limits) return [];
	const { orders, credits, creditsBefore, mayCostMore } = limits.dryRun;
	const refused = indexes(results, ({ kind }) => kind === 'failed').length;
	const balance = limits.balanceLeft;
	const account =
		balance === undefined
			? 'The balance could not be read.'
			: `The balance is ${balance} and would be ${mayCostMore ? 'at most ' : ''}${roundedCredits(balance - creditsBefore - credits)}.`;
	return [
		`Dry run, nothing was sent: ${orders} ${orders === 1 ? 'order' : 'orders'} for ${mayCostMore ? 'at least ' : ''}${creditsInWords(credits)}, ${refused} refused. ${account} Used idempotency keys are not looked up.`,
	];
}

function waitedForRateLimit(results: Results): string[] {
	const waits = results.flatMap((result) => result?.rateLimitWait ?? []);
	const longest = waits.reduce((most, { waitedMs }) => Math.max(most, waitedMs), 0);
	const rejections = waits.reduce((sum, wait) => sum + wait.rejections, 0);
	const seconds = Math.round(longest / 1000);
	return seconds > 0 ? [`Waited ${seconds} s for the rate limit (${rejections} × 429)`] : [];
}

function indexes(results: Results, isMeant: (result: ItemResult) => boolean): number[] {
	return results.flatMap((result, index) => (result && isMeant(result) ? [index] : []));
}

/**
 * What was ordered now: `12 ordered, 34 credits, 945 left`. It says no more than is known.
 *
 * @param followedBalance the credits on the account, where this run has asked for them
 */
function orderedNow(results: Results, followedBalance: number | undefined): string[] {
	const paid = results.flatMap((result) =>
		result?.kind === 'done' && result.paid ? [result.paid] : [],
	);
	if (paid.length === 0) return [];
	const costs = paid.flatMap(({ cost }) => cost ?? []);
	const isAllKnown = costs.length === paid.length && !results.some(isOutcomeUnknown);
	const spent = creditsInWords(roundedCredits(costs.reduce((sum, cost) => sum + cost, 0)));
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
function failedItems(results: Results): string[] {
	const reasons = results.flatMap((result) => {
		if (result?.kind !== 'failed' || result.isDryRun) return [];
		const { kod, reason } = result.failure;
		// A kod reads as if nothing had been ordered.
		return [isOutcomeUnknown(result) ? reason : excerpt(kod ?? reason)];
	});
	if (reasons.length === 0) return [];
	const items = results.length === 1 ? 'item' : 'items';
	const counts = mostFrequent(countsOf(reasons)).map(([reason, count]) => `${count} ${reason}`);
	return [
		`${reasons.length} of ${results.length} ${items} failed: ${shortList(counts, MOST_NAMED, 'reasons')}`,
	];
}

/** Why nothing more was sent in a run that the user did not stop. */
function serviceIsDown(results: Results): string[] {
	const unsent = results.flatMap((result) =>
		result?.kind === 'failed' && isStopped(result.failure) ? [result.failure.detail] : [],
	);
	return unsent[0] ? [`${unsent[0].replace('this item was', 'the other items were')}`] : [];
}

/** The sites that did not publish an article: `haber.example refused 3 of 3 articles`. */
function refusingSites(results: Results): string[] {
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
	return [`${shortList(sites, MOST_NAMED, 'sites')}. What a site refuses is not charged.`];
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
