import type { NodeExecutionHint } from 'n8n-workflow';

import { escapeHtml } from '../errors/serverText';
import type { ItemResult } from './ItemResult';

/** A batch of thousands must not bury the output under hints. */
const MOST_ITEM_HINTS = 5;

/** What the user should know beside the output: partly published articles, waits for the rate limit. */
export function hintsOf(results: Array<ItemResult | undefined>): NodeExecutionHint[] {
	const messages = [...itemHints(results), ...rateLimitHint(results)];
	return messages.map((message) => ({ message: escapeHtml(message), location: 'outputPane' }));
}

function itemHints(results: Array<ItemResult | undefined>): string[] {
	const hints = results.flatMap((result, index) =>
		result?.kind === 'done' && result.hint !== undefined ? [`Item ${index}: ${result.hint}`] : [],
	);
	const more = hints.length - MOST_ITEM_HINTS;
	return more > 0 ? [...hints.slice(0, MOST_ITEM_HINTS), `The same for ${more} more items`] : hints;
}

function rateLimitHint(results: Array<ItemResult | undefined>): string[] {
	const held = results.flatMap((result) =>
		result === undefined || result.kind === 'stopped' ? [] : [result.held],
	);
	const longest = held.reduce((most, { waitedMs }) => Math.max(most, waitedMs), 0);
	const rejections = held.reduce((sum, item) => sum + item.rejections, 0);
	const seconds = Math.round(longest / 1000);
	return seconds > 0 ? [`Waited ${seconds} s for the rate limit (${rejections} × 429)`] : [];
}
