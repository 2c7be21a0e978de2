import type { NodeExecutionHint } from 'n8n-workflow';

import { catalogueEntry } from '../errors/catalogue';
import { escapeHtml } from '../errors/serverText';
import type { ItemDone, ItemResult } from './ItemResult';

/** A batch of thousands must not bury the output under hints. */
const MOST_ITEMS_NAMED = 5;

/** What is told of items that were done without being sent now. */
const NOT_SENT: Partial<Record<ItemDone['by'], string>> = {
	ledger: 'Already ordered in an earlier try of this run, so not sent again',
	skipping: 'Skipped, because their idempotency key was used already',
	dryRun: 'Dry run: nothing was sent',
};

/** What the user should know beside the output of a run. */
export function hintsOf(results: Array<ItemResult | undefined>): NodeExecutionHint[] {
	const messages = [
		...partlyPublished(results),
		...notSentNow(results),
		...leftOpen(results),
		...heldUp(results),
	];
	return messages.map((message) => ({ message: escapeHtml(message), location: 'outputPane' }));
}

function partlyPublished(results: Array<ItemResult | undefined>): string[] {
	const hints = results.flatMap((result, index) =>
		result?.kind === 'done' && result.hint !== undefined ? [`Item ${index}: ${result.hint}`] : [],
	);
	const more = hints.length - MOST_ITEMS_NAMED;
	return more > 0
		? [...hints.slice(0, MOST_ITEMS_NAMED), `The same for ${more} more items`]
		: hints;
}

function notSentNow(results: Array<ItemResult | undefined>): string[] {
	return Object.entries(NOT_SENT).flatMap(([by, text]) => {
		const items = indexes(results, (result) => result.kind === 'done' && result.by === by);
		return items.length > 0 ? [`${text}: ${named(items)}`] : [];
	});
}

function leftOpen(results: Array<ItemResult | undefined>): string[] {
	const items = indexes(
		results,
		(result) => result.kind === 'failed' && catalogueEntry(result.failure).charged === 'unknown',
	);
	return items.length > 0 ? [`The outcome is unknown, look these orders up: ${named(items)}`] : [];
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

function named(items: number[]): string {
	const shown = items.slice(0, MOST_ITEMS_NAMED).join(', ');
	const more = items.length - MOST_ITEMS_NAMED;
	return `${items.length === 1 ? 'item' : 'items'} ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}
