import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { withoutErrorField } from '../api/dataObject';
import type { PaidRequest, ReadRequest } from '../api/panelRequest';
import type { PanelFailure, SiteResult } from '../errors/panelFailure';
import type { ItemParameters } from '../parameters/FormParameters';

/** An entry of the node's menu. Only `orders/` sends the paid ones, which spend credits. */
export type Operation = ReadOperation | PaidOperation;

interface OperationForm {
	resource: 'account' | 'article' | 'backlink' | 'order';
	/** The operation's value as workflows store it. */
	value: string;
	name: string;
	/** Text in the nodes panel. */
	action: string;
	description: string;
	/** Fields of its form. They are shown for its resource and operation alone. */
	fields: INodeProperties[];
}

export interface ReadOperation extends OperationForm {
	spendsCredits: false;
	/** True if a batch sends one request for all items. `read` must copy, since they share its answer. */
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
	/** Price in the menu and for an AI agent, e.g. “1 credit a month”. */
	priceText: string;
	/** Text above the form: the cost of an item, and ways to be safe. */
	notice: string;
	/** Does the same for an order. */
	prepare(parameters: ItemParameters): OrderPlan;
	/** Reads the answer of an order from an earlier try, if its fields cannot be read now. */
	readPaid(answer: IDataObject): OperationOutput | PanelFailure;
}

/** Names an operation in memory and store: `backlink create`. */
export function operationName({ resource, value }: Operation): string {
	return `${resource} ${value}`;
}

/** A checked request, and the reader of its answer. */
export interface ReadPlan {
	request: ReadRequest;
	/**
	 * @param body the service's object without `ok`
	 * @returns a further plan where this answer may not tell everything
	 */
	read(body: IDataObject): OperationOutput | PanelFailure | ReadPlan;
}

/** A checked order, and the readers of its answer. */
export interface OrderPlan {
	request: PaidRequest;
	/** Target URL or title, as in the order list. */
	subject: string;
	price: OrderPricing;
	amounts(answer: IDataObject): OrderAmounts;
	read(answer: IDataObject): OperationOutput | PanelFailure;
}

/** Amounts in an answer, in credits. */
export interface OrderAmounts {
	cost?: number;
	/** Highest price of a unit next time, if it differs from cost ÷ units. */
	unitPrice?: number;
	balanceAfter?: number;
}

/** Price of an order before it is sent. */
export interface OrderPricing {
	/** Priced operation, e.g. `backlink create`. */
	operation: string;
	/** Months of a backlink; 1 for an article. */
	units: number;
	/** Documented price of a unit in credits; for an article, that of one site. */
	documentedPrice: number;
	/** True if the documented price is a minimum, and only the answer shows the full price. */
	isOpen: boolean;
}

export interface OperationOutput {
	kind: 'output';
	items: IDataObject[];
	/** Sites that were to publish an article. */
	sites?: SiteResult[];
}

/** Makes output of the service's fields. They stay as they are, but for the name `error`. */
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
	/** Amounts of an order that was sent now. */
	paid?: OrderAmounts;
	sites?: SiteResult[];
	/** True if it was paid in an earlier try, and its fields have changed since. */
	isEdited?: boolean;
}

export interface ItemFailed {
	kind: 'failed';
	failure: PanelFailure;
	/** True if nothing was sent for it in this run, so that the other items go on. */
	isFromEarlier?: boolean;
	/** True in a dry run, which goes on after failures. */
	isDryRun?: boolean;
}
