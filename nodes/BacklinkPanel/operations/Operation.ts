import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { PanelFailure } from '../errors/panelFailure';
import type { ItemParameters } from '../parameters/ItemParameters';
import type { OrderPlan, ReadPlan, OperationOutput } from './itemPlan';

/** One entry of the node's menu. All that spend credits are paid ones, and only `orders/` sends those. */
export type Operation = ReadOperation | PaidOperation;

interface OperationForm {
	resource: 'account' | 'article' | 'backlink' | 'order';
	/** The operation's value as workflows store it. */
	value: string;
	/** As the operation menu shows it. */
	name: string;
	/** As the nodes panel lists it. */
	action: string;
	description: string;
	/** The fields of its form, without the resource and operation that they are shown for. */
	fields: INodeProperties[];
}

export interface ReadOperation extends OperationForm {
	spendsCredits: false;
	/**
	 * True if all items ask the same, so that a batch asks once for all of them. The output of `read` must
	 * then be no part of the answer, which they share.
	 */
	sharesRequest?: true;
	/**
	 * Reads and checks one item's parameters, before anything is sent.
	 *
	 * @throws InvalidParameter naming the field
	 */
	prepare(parameters: ItemParameters): ReadPlan;
}

export interface PaidOperation extends OperationForm {
	spendsCredits: true;
	/** The price of an item for the menu and the model of an AI agent, e.g. “1 credit a month”. */
	priceText: string;
	/** Stands above the form: the cost of an item, and how to be safe. n8n shows it as HTML. */
	notice: string;
	/** The same as for a read. */
	prepare(parameters: ItemParameters): OrderPlan;
	/** Reads the answer of an order that was paid in an earlier try, and whose fields cannot be read now. */
	readPaid(answer: IDataObject): OperationOutput | PanelFailure;
}

/** The name of an operation where it is remembered: `backlink create`. */
export function operationName({ resource, value }: Operation): string {
	return `${resource} ${value}`;
}
