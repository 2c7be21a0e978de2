import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { PanelFailure } from '../errors/panelFailure';
import type { ItemParameters } from '../parameters/ItemParameters';
import type { OrderPlan, ReadPlan, OperationOutput } from './itemPlan';

/** One entry of the node's menu. Whatever spends credits is a paid one, and only `orders/` sends those. */
export type Operation = ReadOperation | PaidOperation;

/** What the menu shows of an operation, and its form. */
interface OperationForm {
	resource: 'account' | 'article' | 'backlink' | 'order';
	/** The operation's value as workflows store it. */
	value: string;
	/** As the operation menu shows it. */
	name: string;
	/** As the nodes panel lists it. */
	action: string;
	description: string;
	/** The fields of its form; where they are shown is added by the description. */
	fields: INodeProperties[];
}

export interface ReadOperation extends OperationForm {
	spendsCredits: false;
	/**
	 * Whether all items ask the same, so that a batch asks once for all of them. What `read` gives must
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
	/** What an item costs, e.g. “1 credit a month”: its form, its menu and the model of an AI agent say so. */
	priceText: string;
	/** Above the form: the cost of an item, and how to be safe. n8n shows it as HTML. */
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
