import type { IExecuteFunctions } from 'n8n-workflow';

import { failure } from '../errors/panelFailure';
import type { PanelClient } from '../api/panelClient';
import { ItemParameters } from '../operations/itemParameters';
import type { Operation, PreparedRequest } from '../operations/Operation';
import { maxRateLimitWait, timeoutOption } from '../operations/options';
import { type ItemResult, NOT_HELD_UP } from './ItemResult';

/**
 * Runs the operation for one item: reads and checks its parameters, sends the request, reads the
 * answer. Never throws; whatever goes wrong belongs to this item.
 */
export async function runItem(
	functions: IExecuteFunctions,
	operation: Operation,
	client: PanelClient,
	signal: AbortSignal,
	itemIndex: number,
): Promise<ItemResult> {
	const prepared = prepare(functions, operation, itemIndex);
	if (prepared.kind === 'failed') return prepared;

	const { request, read, timeoutMs, maxRateLimitWaitMs } = prepared;
	const delivery = await client.send(request, { timeoutMs, maxRateLimitWaitMs, signal });
	const { outcome, waitedMs, rejections } = delivery;
	const held = { waitedMs, rejections };
	if (outcome.kind === 'stopped') return outcome;
	if (outcome.kind === 'failure') return { kind: 'failed', failure: outcome, held };

	const result = read(outcome.body);
	return result.kind === 'failure'
		? { kind: 'failed', failure: result, held }
		: { kind: 'done', items: result.items, hint: result.hint, held };
}

interface PreparedItem extends PreparedRequest {
	kind: 'prepared';
	timeoutMs: number;
	maxRateLimitWaitMs: number;
}

/** An expression that cannot be evaluated throws here too, and is this item's alone. */
function prepare(
	functions: IExecuteFunctions,
	operation: Operation,
	itemIndex: number,
): PreparedItem | Extract<ItemResult, { kind: 'failed' }> {
	const parameters = new ItemParameters(functions, itemIndex);
	const { spendsCredits } = operation;
	try {
		return {
			kind: 'prepared',
			...operation.prepare(parameters),
			timeoutMs: parameters.numberOption(timeoutOption(spendsCredits)) * 1000,
			maxRateLimitWaitMs: parameters.numberOption(maxRateLimitWait) * 1000,
		};
	} catch (error) {
		const detail = error instanceof Error ? error.message : String(error);
		const invalid = failure('invalidParameter', { spendsCredits, detail });
		return { kind: 'failed', failure: invalid, held: NOT_HELD_UP };
	}
}
