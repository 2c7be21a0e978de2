import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';

import type { OrderType, TypedOrder } from '../api/orderList';
import { toNodeError } from '../errors/nodeError';
import { failure, type PanelFailure } from '../errors/panelFailure';
import { InvalidParameter } from '../parameters/checkValue';
import type { TriggerParameters } from '../parameters/FormParameters';

/** An event of the trigger's menu: its form, and the comparison with the last poll. */
export interface TriggerEvent {
	value: string;
	name: string;
	description: string;
	/** Fields of the event's form, from the top; `index.ts` shows them for this event alone. */
	fields: INodeProperties[];
	/** Rarely needed fields, in a collection below `fields`. */
	options?: INodeProperties[];
	/**
	 * Compares the account with its state at the last poll.
	 *
	 * @param state from the last poll with these settings; undefined on the first poll
	 * @throws PollFailure
	 */
	poll(context: PollContext, state: IDataObject | undefined): Promise<PollResult>;
	/**
	 * Reads the latest data, for a test in the editor.
	 *
	 * @throws PollFailure, also if there is no data yet
	 */
	sample(context: PollContext): Promise<IDataObject>;
}

/** Reads the account behind the credential. Every method throws a `PollFailure` if it cannot read. */
export interface AccountReader {
	baseUrl: string;
	balance(): Promise<number>;
	/** Reads the orders of some types. `listedTypes`: types whose list is in the answer, even an empty list. */
	orders(types: OrderType[]): Promise<{ orders: TypedOrder[]; listedTypes: OrderType[] }>;
}

export interface PollContext {
	parameters: TriggerParameters;
	panel: AccountReader;
	/** Time of this poll in ms, never before the time of the last poll. */
	now: number;
	warn(text: string): void;
	/** Writes a line to n8n's log, but only one for each topic until the settings change or n8n restarts. */
	warnOnce(topic: string, text: string): void;
}

export interface PollResult {
	/** Items that start the workflow; empty = no event. */
	items: IDataObject[];
	state: IDataObject;
}

/** Exception that ends a poll. `toPollError` turns this exception into an error for n8n. */
export class PollFailure extends Error {
	constructor(readonly failure: PanelFailure) {
		super(failure.detail);
	}
}

export function invalidSetting(detail: string, advice: string): PollFailure {
	return new PollFailure(failure('invalidParameter', { detail, advice }));
}

/** Makes a `PollFailure` for a test that finds nothing to show. */
export function nothingToShow(things: string): PollFailure {
	const detail = `There are no ${things} to show yet`;
	const advice =
		'Test again when there are some, or publish the workflow: the trigger waits for them.';
	return new PollFailure(failure('orderNotFound', { detail, advice }));
}

/** Converts exceptions of this node into n8n's errors; other exceptions stay as they are. */
export function toPollError(node: INode, thrown: unknown): unknown {
	const isOwn = thrown instanceof InvalidParameter;
	const known = isOwn ? invalidSetting(thrown.message, 'Nothing was charged.') : thrown;
	return known instanceof PollFailure ? toNodeError(node, known.failure, undefined) : thrown;
}
