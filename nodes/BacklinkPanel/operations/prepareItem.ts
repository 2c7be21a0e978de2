import type { INodeProperties } from 'n8n-workflow';

import { requestFingerprint } from '../api/panelRequest';
import { failure, type PanelFailure } from '../errors/panelFailure';
import type { FormParameters } from '../parameters/FormParameters';
import { ItemParameters, type ParameterReader } from '../parameters/ItemParameters';
import type { PaidOperation, ReadOperation } from './Operation';
import type { OrderPlan, ReadPlan } from './itemPlan';
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

/** An item whose fields and options have been read and checked. */
interface Prepared {
	kind: 'prepared';
	itemIndex: number;
	timeoutMs: number;
	maxRateLimitWaitMs: number;
}

export interface PreparedRead extends Prepared, ReadPlan {}

export interface PreparedOrder extends Prepared, OrderPlan {
	/** Tells whether another item or try asks for the same. */
	fingerprint: string;
	isDryRun: boolean;
	idempotencyKey: string | undefined;
	/** In credits, undefined where the option was not added. */
	itemSpendingLimits: {
		/** May be spent in this execution, over all items and runs of the node. */
		maxCredits: number | undefined;
		/** Has to stay on the account. */
		minimumBalance: number | undefined;
	};
	resendsUnknown: boolean;
}

/** Reads the item of a read. An expression that cannot be evaluated is the failure of this item alone. */
export function prepareRead(
	functions: ParameterReader,
	operation: ReadOperation,
	itemIndex: number,
): PreparedRead | PanelFailure {
	return unlessInvalid(itemIndex, () => {
		const parameters = new ItemParameters(functions, itemIndex);
		const plan = operation.prepare(parameters);
		return { ...plan, ...prepared(parameters.options(), itemIndex, false) };
	});
}

/** The same for an order. */
export function prepareOrder(
	functions: ParameterReader,
	operation: PaidOperation,
	itemIndex: number,
): PreparedOrder | PanelFailure {
	return unlessInvalid(itemIndex, () => {
		const parameters = new ItemParameters(functions, itemIndex);
		const plan = operation.prepare(parameters);
		const options = parameters.options();
		const limit = (option: INodeProperties) =>
			options.has(option) ? options.number(option) : undefined;
		return {
			...plan,
			...prepared(options, itemIndex, true),
			fingerprint: requestFingerprint(plan.request),
			isDryRun: options.flag(dryRunOption),
			// One text in two normal forms of Unicode is one key.
			idempotencyKey: options.has(idempotencyKeyOption)
				? options.text(idempotencyKeyOption).normalize('NFC')
				: undefined,
			itemSpendingLimits: {
				maxCredits: limit(maxCreditsOption),
				minimumBalance: limit(minimumBalanceOption),
			},
			resendsUnknown: options.flag(resendUnknownOption),
		};
	});
}

function prepared(options: FormParameters, itemIndex: number, spendsCredits: boolean): Prepared {
	// Used for the whole batch; a value that cannot be used is told here.
	options.number(parallelRequestsOption);
	return {
		kind: 'prepared',
		itemIndex,
		timeoutMs: options.number(timeoutOption(spendsCredits)) * 1000,
		maxRateLimitWaitMs: options.number(maxRateLimitWaitOption) * 1000,
	};
}

function unlessInvalid<Item>(itemIndex: number, prepare: () => Item): Item | PanelFailure {
	try {
		return prepare();
	} catch (error) {
		const detail = error instanceof Error ? error.message : String(error);
		const advice = `Nothing was sent and nothing was charged for item ${itemIndex}.`;
		return failure('invalidParameter', { detail, advice });
	}
}

/**
 * How many items are prepared in one go. n8n evaluates expressions much faster one after another than
 * in between requests; more at once would keep it from other work for too long.
 */
const PREPARED_AT_ONCE = 50;

/** The items of a batch, prepared a little ahead of their turn and not kept after it. */
export class PreparedItems<Item> {
	private readonly ready = new Map<number, Item>();

	/** @param prepare reads and checks an item; called in the order of the input, once for each */
	constructor(
		private readonly itemCount: number,
		private readonly prepare: (itemIndex: number) => Item,
	) {}

	/** Each item is taken once, in about the order of the input. */
	take(itemIndex: number): Item {
		if (!this.ready.has(itemIndex)) this.prepareFrom(itemIndex);
		const item = this.ready.get(itemIndex) ?? this.prepare(itemIndex);
		this.ready.delete(itemIndex);
		return item;
	}

	/** The items whose turn is next, as far as they are prepared already. */
	get next(): Iterable<Item> {
		return this.ready.values();
	}

	private prepareFrom(first: number): void {
		const end = Math.min(this.itemCount, first + PREPARED_AT_ONCE);
		for (let index = first; index < end; index += 1) this.ready.set(index, this.prepare(index));
	}
}
