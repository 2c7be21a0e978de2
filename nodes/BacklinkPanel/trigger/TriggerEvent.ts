import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';

import type { OrderType, TypedOrder } from '../api/orderList';
import { toNodeError } from '../errors/nodeError';
import { failure, type PanelFailure } from '../errors/panelFailure';
import { InvalidParameter } from '../parameters/checkValue';
import type { TriggerParameters } from '../parameters/FormParameters';

/** One entry of the trigger's menu: its form, what it reads, when it starts the workflow. */
export interface TriggerEvent {
	/** As workflows store it. */
	value: string;
	/** As the menu shows it. */
	name: string;
	description: string;
	/** The fields of its form, from the top; the index adds where they are shown. */
	fields: INodeProperties[];
	/** The fields that few people need, in a collection below the others. */
	options?: INodeProperties[];
	/** True if it compares times, so that a clock that was set back could mislead it. */
	readsClock?: boolean;
	/**
	 * Compares the account with the last poll.
	 *
	 * @param state of the last poll with these settings; undefined on the first
	 * @throws PollFailure
	 */
	poll(context: PollContext, state: IDataObject | undefined): Promise<PollResult>;
	/**
	 * Gives the latest real data, for the editor's test.
	 *
	 * @throws PollFailure, also if there is no data yet
	 */
	sample(context: PollContext): Promise<IDataObject>;
}

/** Reads the account behind the credential. Every method throws a `PollFailure` if it cannot. */
export interface AccountReader {
	baseUrl: string;
	/** The credits that are available. */
	balance(): Promise<number>;
	/** The order list; a missing list says nothing, one of `listedTypes` says which orders there are. */
	orders(): Promise<{ orders: TypedOrder[]; listedTypes: OrderType[] }>;
}

export interface PollContext {
	parameters: TriggerParameters;
	panel: AccountReader;
	/** In ms. */
	now: number;
	/** In ms by the clock as it is set now; `now` on the first poll. */
	lastPollAt: number;
	/** Writes a line to n8n's log. */
	warn(text: string): void;
	/** The same, once for each topic until the settings change or n8n starts. */
	warnOnce(topic: string, text: string): void;
}

export interface PollResult {
	/** The data of the items that start the workflow; empty = nothing happened. */
	items: IDataObject[];
	/** JSON for the next poll. */
	state: IDataObject;
}

/** Ends a poll, from anywhere in it; it is put into words in one place. */
export class PollFailure extends Error {
	constructor(readonly failure: PanelFailure) {
		super(failure.detail);
	}
}

/** The node's settings do not fit the account. */
export function invalidSetting(detail: string, advice: string): PollFailure {
	return new PollFailure(failure('invalidParameter', { detail, advice }));
}

/** Ends a test in the editor where the account has nothing to show yet. */
export function nothingToShow(things: string): PollFailure {
	const detail = `There are no ${things} to show yet`;
	const advice =
		'Test again when there are some, or publish the workflow: the trigger waits for them.';
	return new PollFailure(failure('orderNotFound', { detail, advice }));
}

/** Puts an exception of ours into words, to be thrown out of a poll or a menu; others stay as they are. */
export function toPollError(node: INode, thrown: unknown): unknown {
	const isOwn = thrown instanceof InvalidParameter;
	const known = isOwn ? invalidSetting(thrown.message, 'Nothing was charged.') : thrown;
	return known instanceof PollFailure ? toNodeError(node, known.failure, undefined) : thrown;
}
