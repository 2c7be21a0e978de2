import { requestFingerprint } from '../api/panelRequest';
import { failure, type PanelFailure } from '../errors/panelFailure';
import type { ParameterReader } from '../parameters/BatchParameters';
import { ItemParameters } from '../parameters/ItemParameters';
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
	itemSpendingLimits: ItemSpendingLimits;
	resendsUnknown: boolean;
}

/** What an item allows to be spent; undefined = no limit. In credits. */
export interface ItemSpendingLimits {
	/** At most this much in this execution, over all items and runs of the node. */
	maxCredits: number | undefined;
	/** At least this much has to stay on the account. */
	minimumBalance: number | undefined;
}

/** Reads the item of a read. An expression that cannot be evaluated is the failure of this item alone. */
export function prepareRead(
	reader: ParameterReader,
	operation: ReadOperation,
	itemIndex: number,
): PreparedRead | PanelFailure {
	const parameters = new ItemParameters(reader, itemIndex);
	return unlessInvalid(itemIndex, () => ({
		...prepared(parameters, itemIndex, false),
		...operation.prepare(parameters),
	}));
}

/** The same for an order. */
export function prepareOrder(
	reader: ParameterReader,
	operation: PaidOperation,
	itemIndex: number,
): PreparedOrder | PanelFailure {
	const parameters = new ItemParameters(reader, itemIndex);
	return unlessInvalid(itemIndex, () => {
		const terms = operation.prepare(parameters);
		return {
			...prepared(parameters, itemIndex, true),
			...terms,
			fingerprint: requestFingerprint(terms.request),
			isDryRun: parameters.flagOption(dryRunOption),
			// One text in two normal forms of Unicode is one key.
			idempotencyKey: parameters.keyOption(idempotencyKeyOption)?.normalize('NFC'),
			itemSpendingLimits: {
				maxCredits: parameters.limitOption(maxCreditsOption),
				minimumBalance: parameters.limitOption(minimumBalanceOption),
			},
			resendsUnknown: parameters.flagOption(resendUnknownOption),
		};
	});
}

function prepared(parameters: ItemParameters, itemIndex: number, spendsCredits: boolean): Prepared {
	// Used for the whole batch; a value that cannot be used is told here.
	parameters.numberOption(parallelRequestsOption);
	return {
		kind: 'prepared',
		itemIndex,
		timeoutMs: parameters.numberOption(timeoutOption(spendsCredits)) * 1000,
		maxRateLimitWaitMs: parameters.numberOption(maxRateLimitWaitOption) * 1000,
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
