import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { withoutErrorField } from '../api/dataObject';
import type { PaidRequest, ReadRequest } from '../api/panelRequest';
import type { PanelFailure, SiteResult } from '../errors/panelFailure';
import type { ItemParameters } from '../parameters/FormParameters';

/** One entry of the node's menu. All that spend credits are paid ones, and only `orders/` sends those. */
export type Operation = ReadOperation | PaidOperation;

interface OperationForm {
	resource: 'account' | 'article' | 'backlink' | 'order';
	/** The operation's value as workflows store it. */
	value: string;
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

/** A checked request, and how its answer becomes output. */
export interface ReadPlan {
	request: ReadRequest;
	/**
	 * @param body the service's object without `ok`
	 * @returns a further plan where this answer may not tell everything
	 */
	read(body: IDataObject): OperationOutput | PanelFailure | ReadPlan;
}

/** A checked order, and how its answer is read. */
export interface OrderPlan {
	request: PaidRequest;
	/** Its target URL or title, as the order list has it. */
	subject: string;
	price: OrderPricing;
	amounts(answer: IDataObject): OrderAmounts;
	read(answer: IDataObject): OperationOutput | PanelFailure;
}

/** In credits, as far as an answer tells them. */
export interface OrderAmounts {
	cost?: number;
	/** The most that one unit can cost next time, where it is not the cost by the units. */
	unitPrice?: number;
	balanceAfter?: number;
}

/** The price of an order before it is sent. */
export interface OrderPricing {
	/** The priced operation, e.g. `backlink create`. */
	operation: string;
	/** The months of a backlink; 1 for an article. */
	units: number;
	/** The documented price of a unit; for an article the least, that of one site. */
	documentedPrice: number;
	/** True if the documented price is only the least, and the whole one shows in the answer. */
	isOpen: boolean;
}

export interface OperationOutput {
	kind: 'output';
	items: IDataObject[];
	/** The results of the sites that were to publish an article. */
	sites?: SiteResult[];
}

/** Output with the fields of the service as they are, but for the name `error` (see `withoutErrorField`). */
export function toOutput(items: IDataObject[], sites?: SiteResult[]): OperationOutput {
	return { kind: 'output', items: items.map(withoutErrorField), sites };
}

/** The outcome of one input item. */
export type ItemResult = ItemDone | ItemFailed;

export interface ItemDone {
	kind: 'done';
	/** `journal`: ordered by this execution before. `recent`: by an earlier manual one. */
	by: 'reading' | 'ordering' | 'journal' | 'recent' | 'skipping' | 'dryRun';
	items: IDataObject[];
	/** Where it was ordered now. */
	paid?: OrderAmounts;
	sites?: SiteResult[];
	/** True if it was paid in an earlier try, and its fields come to something else now. */
	isEdited?: boolean;
}

export interface ItemFailed {
	kind: 'failed';
	failure: PanelFailure;
	/** True if nothing was sent for it now, so that the other items go on. */
	isFromEarlier?: boolean;
	/** True if a dry run found it, which does not end for that. */
	isDryRun?: boolean;
}
