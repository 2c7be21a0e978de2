import type { IExecuteFunctions } from 'n8n-workflow';

import { failure, type PanelFailure } from '../errors/panelFailure';
import { ItemParameters } from '../operations/itemParameters';
import type { Operation, PreparedRequest } from '../operations/Operation';
import {
	dryRun,
	idempotencyKey,
	maxCredits,
	maxRateLimitWait,
	minimumBalance,
	parallelRequests,
	resendUnknown,
	timeoutOption,
} from '../operations/options';
import type { SpendingRules } from './SpendingLimits';

/** An item whose fields and options have been read and checked. */
export interface PreparedItem extends PreparedRequest {
	kind: 'prepared';
	itemIndex: number;
	timeoutMs: number;
	maxRateLimitWaitMs: number;
	isDryRun: boolean;
	idempotencyKey: string | undefined;
	spendingRules: SpendingRules;
	resendsUnknown: boolean;
}

/** Reads one item. An expression that cannot be evaluated is the failure of this item alone. */
export function prepareItem(
	functions: IExecuteFunctions,
	operation: Operation,
	itemIndex: number,
): PreparedItem | PanelFailure {
	const parameters = new ItemParameters(functions, itemIndex);
	const { spendsCredits } = operation;
	try {
		// Used for the whole batch; a value that cannot be used is told here.
		parameters.numberOption(parallelRequests);
		return {
			kind: 'prepared',
			itemIndex,
			...operation.prepare(parameters),
			timeoutMs: parameters.numberOption(timeoutOption(spendsCredits)) * 1000,
			maxRateLimitWaitMs: parameters.numberOption(maxRateLimitWait) * 1000,
			isDryRun: parameters.flagOption(dryRun),
			idempotencyKey: parameters.textOption(idempotencyKey),
			spendingRules: {
				maxCredits: parameters.limitOption(maxCredits),
				minimumBalance: parameters.limitOption(minimumBalance),
			},
			resendsUnknown: parameters.flagOption(resendUnknown),
		};
	} catch (error) {
		const detail = error instanceof Error ? error.message : String(error);
		const advice = `Nothing was sent and nothing was charged for item ${itemIndex}.`;
		return failure('invalidParameter', { spendsCredits, detail, advice });
	}
}
