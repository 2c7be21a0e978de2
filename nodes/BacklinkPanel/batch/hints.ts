import type { NodeExecutionHint } from 'n8n-workflow';

import { escapeHtml } from '../errors/serverText';
import type { DoneBy, ItemResult } from '../operations/ItemResult';
import { inCredits } from '../errors/documentedTerms';
import type { OrderRun } from '../orders/OrderRun';
import { outcomeOf } from '../orders/orderResult';
import { sumOf } from '../orders/SpentCredits';
import { START } from './AdaptiveConcurrency';
import type { Concurrency } from './Concurrency';
import { itemsNamed } from './itemsNamed';
import { failedItems, orderedNow, refusingSites } from './runSummary';

/** A batch of thousands must not bury the output under hints. */
const MOST_ITEMS_NAMED = 5;

/** What is told of items that were done without being sent now. */
const NOT_SENT: Partial<Record<DoneBy, string>> = {
	ledger: 'Already ordered in an earlier try of this run, so not sent again',
	memory: 'Already ordered in this execution, so not sent again',
};

const FEW_IN_FLIGHT =
	'At most ten requests were in flight at once, because answers of the service got lost within the last hour';

/** What the user should know beside the output of a run. */
export function hintsOf(
	results: Array<ItemResult | undefined>,
	{ isCautious }: Pick<Concurrency, 'isCautious'>,
	orders?: Pick<OrderRun, 'dryRun' | 'spending'>,
): NodeExecutionHint[] {
	const messages = [
		...triedOut(results, orders?.dryRun),
		...orderedNow(results, orders?.spending.balanceLeft),
		...failedItems(results),
		...refusingSites(results),
		...notSentNow(results),
		...skipped(results),
		...edited(results),
		...leftUnknown(results),
		...heldUp(results),
		...(isCautious && results.length > START ? [FEW_IN_FLIGHT] : []),
	];
	return messages.map((message) => ({ message: escapeHtml(message), location: 'outputPane' }));
}

function notSentNow(results: Array<ItemResult | undefined>): string[] {
	return Object.entries(NOT_SENT).flatMap(([by, text]) => {
		const items = indexes(results, (result) => result.kind === 'done' && result.by === by);
		return items.length > 0 ? [`${text}: ${itemsNamed(items, MOST_ITEMS_NAMED)}`] : [];
	});
}

/** What is told of items that another execution has ordered, by what recognised them. */
const SKIPPED: Record<string, string> = {
	keyUsed: 'Skipped, because their idempotency key was used already',
	orderedByEarlierRetry: 'Skipped, because an earlier retry of this execution ordered them',
};

function skipped(results: Array<ItemResult | undefined>): string[] {
	return Object.entries(SKIPPED).flatMap(([reason, text]) => {
		const items = indexes(
			results,
			(result) =>
				result.kind === 'done' &&
				result.by === 'skipping' &&
				result.items[0]?.skippedBecause === reason,
		);
		return items.length > 0 ? [`${text}: ${itemsNamed(items, MOST_ITEMS_NAMED)}`] : [];
	});
}

function edited(results: Array<ItemResult | undefined>): string[] {
	const items = indexes(results, (result) => result.kind === 'done' && result.isEdited === true);
	return items.length > 0
		? [
				`Changed or edited after they were paid, and not ordered again: ${itemsNamed(items, MOST_ITEMS_NAMED)}`,
			]
		: [];
}

/** What a real run would do and cost now. */
function triedOut(
	results: Array<ItemResult | undefined>,
	dryRun: OrderRun['dryRun'] | undefined,
): string[] {
	const isDryRun = results.some(
		(result) =>
			(result?.kind === 'done' && result.by === 'dryRun') ||
			(result?.kind === 'failed' && result.isTriedOut),
	);
	if (!isDryRun || !dryRun) return [];
	const { orders, credits } = dryRun.totals;
	const refused = indexes(results, ({ kind }) => kind === 'failed').length;
	const { balance, mayCostMore } = dryRun;
	const account =
		balance === undefined
			? 'The balance could not be read.'
			: `The balance is ${balance} and would be ${mayCostMore ? 'at most ' : ''}${sumOf(balance, -credits)}.`;
	return [
		`Dry run, nothing was sent: ${orders} ${orders === 1 ? 'order' : 'orders'} for ${mayCostMore ? 'at least ' : ''}${inCredits(credits)}, ${refused} refused. ${account} Used idempotency keys are not looked up.`,
	];
}

/** All of them: one that is not named may be looked for by nobody. */
function leftUnknown(results: Array<ItemResult | undefined>): string[] {
	const items = indexes(results, (result) => outcomeOf(result) === 'unknown');
	return items.length > 0
		? [`The outcome is unknown, look these orders up: ${itemsNamed(items)}`]
		: [];
}

function heldUp(results: Array<ItemResult | undefined>): string[] {
	const held = results.flatMap((result) =>
		result !== undefined && result.kind !== 'stopped' && result.held ? [result.held] : [],
	);
	const longest = held.reduce((most, { waitedMs }) => Math.max(most, waitedMs), 0);
	const rejections = held.reduce((sum, item) => sum + item.rejections, 0);
	const seconds = Math.round(longest / 1000);
	return seconds > 0 ? [`Waited ${seconds} s for the rate limit (${rejections} × 429)`] : [];
}

function indexes(
	results: Array<ItemResult | undefined>,
	isMeant: (result: ItemResult) => boolean,
): number[] {
	return results.flatMap((result, index) => (result && isMeant(result) ? [index] : []));
}
