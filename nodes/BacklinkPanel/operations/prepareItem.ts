import type { INodeProperties } from 'n8n-workflow';

import { requestFingerprint } from '../api/panelRequest';
import { failure, type PanelFailure } from '../errors/panelFailure';
import { messageOf } from '../errors/serverText';
import { FormParameters, ItemParameters, type ParameterReader } from '../parameters/FormParameters';
import type { Operation, OrderPlan, PaidOperation, ReadOperation, ReadPlan } from './Operation';
import {
	dryRunOption,
	idempotencyKeyOption,
	maxCreditsOption,
	maxRateLimitWaitOption,
	minimumBalanceOption,
	parallelRequestsOption,
	resendUnknownOption,
	timeoutOption,
} from '../parameters/options';

type ItemOptions = ReturnType<ItemParameters['options']>;

/** An item whose fields and options were read and checked. */
interface Prepared {
	kind: 'prepared';
	itemIndex: number;
	timeoutMs: number;
	maxRateLimitWaitMs: number;
}

export interface PreparedRead extends Prepared, ReadPlan {}

export interface PreparedOrder extends Prepared, OrderPlan {
	/** Hash of the request, equal for all items that order the same. */
	fingerprint: string;
	isDryRun: boolean;
	idempotencyKey: string | undefined;
	/** Limit of credits for this node in one execution; undefined = none. */
	maxCredits: number | undefined;
	/** Fewest credits that an order may leave on the account; undefined = none. */
	minimumBalance: number | undefined;
	resendsUnknown: boolean;
}

/** Reads and checks an item of a read operation. A faulty expression fails this item alone. */
export function prepareRead(
	functions: ParameterReader,
	operation: ReadOperation,
	itemIndex: number,
): PreparedRead | PanelFailure {
	return prepare(functions, operation, itemIndex, (item) => operation.prepare(item));
}

/** Reads and checks an item of a paid operation. A faulty expression fails this item alone. */
export function prepareOrder(
	functions: ParameterReader,
	operation: PaidOperation,
	itemIndex: number,
): PreparedOrder | PanelFailure {
	return prepare(functions, operation, itemIndex, (item, options) => {
		const plan = operation.prepare(item);
		const limit = (option: INodeProperties) =>
			options.has(option) ? options.number(option) : undefined;
		return {
			...plan,
			fingerprint: requestFingerprint(plan.request),
			isDryRun: options.flag(dryRunOption),
			// Makes keys equal that differ only in their Unicode form (NFC, NFD).
			idempotencyKey: options.has(idempotencyKeyOption)
				? options.text(idempotencyKeyOption).normalize('NFC')
				: undefined,
			maxCredits: limit(maxCreditsOption),
			minimumBalance: limit(minimumBalanceOption),
			resendsUnknown: options.flag(resendUnknownOption),
		};
	});
}

/** True if an item sets Dry Run; false if this cannot be read. Reads nothing else, as it may be faulty. */
export function isDryRun(functions: ParameterReader, itemIndex: number): boolean {
	try {
		const read = () => functions.getNodeParameter('options.dryRun', itemIndex, false);
		return new FormParameters(read).flag(dryRunOption);
	} catch {
		return false;
	}
}

function prepare<Plan>(
	functions: ParameterReader,
	{ spendsCredits }: Operation,
	itemIndex: number,
	read: (parameters: ItemParameters, options: ItemOptions) => Plan,
): (Plan & Prepared) | PanelFailure {
	try {
		const parameters = new ItemParameters(functions, itemIndex);
		const options = parameters.options();
		const plan = read(parameters, options);
		// Only checks the value, because the batch uses the first item's.
		options.number(parallelRequestsOption);
		return {
			...plan,
			kind: 'prepared',
			itemIndex,
			timeoutMs: options.number(timeoutOption(spendsCredits)) * 1000,
			maxRateLimitWaitMs: options.number(maxRateLimitWaitOption) * 1000,
		};
	} catch (error) {
		const advice = `Nothing was sent and nothing was charged for item ${itemIndex}.`;
		return failure('invalidParameter', { detail: messageOf(error), advice });
	}
}
