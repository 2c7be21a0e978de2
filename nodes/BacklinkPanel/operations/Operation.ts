import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { withoutErrorField } from '../api/dataObject';
import type { PaidRequest, ReadRequest } from '../api/panelRequest';
import type { PanelFailure, SiteResult } from '../errors/panelFailure';
import type { ItemParameters } from '../parameters/FormParameters';

/** An operation of the node's menu. Only the code in `orders/` sends paid operations. */
export type Operation = ReadOperation | PaidOperation;

interface OperationForm {
	resource: 'account' | 'article' | 'backlink' | 'order';
	value: string;
	name: string;
	/** Text for the operation in n8n's nodes panel. */
	action: string;
	description: string;
	/** Fields of the operation's form, shown for this operation alone. */
	fields: INodeProperties[];
}

export interface ReadOperation extends OperationForm {
	spendsCredits: false;
	/** True if a batch sends one request for all items. All items read one answer, so `read` must copy it. */
	sharesRequest?: true;
	/**
	 * Reads and checks one item's parameters, before its request is sent. @throws InvalidParameter naming the
	 * field
	 */
	prepare(parameters: ItemParameters): ReadPlan;
}

export interface PaidOperation extends OperationForm {
	spendsCredits: true;
	/** Price in the menu and for an AI agent, e.g. “1 credit a month”. */
	priceText: string;
	/** Text above the form: the cost of an item, and ways not to pay twice. */
	notice: string;
	/** Reads and checks one item's parameters, before the order is sent. @throws InvalidParameter naming the field */
	prepare(parameters: ItemParameters): OrderPlan;
	/** Reads the stored answer of an earlier order, if the item's fields cannot be read now. */
	readPaid(answer: IDataObject): OperationOutput | PanelFailure;
}

/** Names an operation in the order journal and the order store: `backlink create`. */
export function operationName({ resource, value }: Operation): string {
	return `${resource} ${value}`;
}

/** A checked request, and the function that reads its answer. */
export interface ReadPlan {
	request: ReadRequest;
	/**
	 * @param body the service's JSON object without `ok`
	 * @returns a plan for a further request if this answer may be incomplete
	 */
	read(body: IDataObject): OperationOutput | PanelFailure | ReadPlan;
}

/** A checked order, and the functions that read its answer. */
export interface OrderPlan {
	request: PaidRequest;
	subject: string;
	price: OrderPricing;
	amounts(answer: IDataObject): OrderAmounts;
	read(answer: IDataObject): OperationOutput | PanelFailure;
}

/** Amounts in the answer to an order, in credits. */
export interface OrderAmounts {
	cost?: number;
	/** Highest price of an article, by this answer. Not set for backlinks: their price is `cost` ÷ `units`. */
	unitPrice?: number;
	balanceAfter?: number;
}

/** Price of an order, as far as known before the order is sent. */
export interface OrderPricing {
	/** Operation that has this price, e.g. `backlink create`. */
	operation: string;
	/** Months of a backlink; 1 for an article. */
	units: number;
	/** Documented price of one unit, in credits. For an article, this is the price of one site. */
	documentedPrice: number;
	/** True if the documented price is a minimum, and only the answer shows the full price. */
	isOpen: boolean;
}

export interface OperationOutput {
	kind: 'output';
	items: IDataObject[];
	/** Results of an article, one for each site that was to publish it. */
	sites?: SiteResult[];
}

/** Makes items of the service's objects. Renames `error`, which is n8n's sign of a failed item. */
export function toOutput(items: IDataObject[], sites?: SiteResult[]): OperationOutput {
	return { kind: 'output', items: items.map(withoutErrorField), sites };
}

export type ItemResult = ItemDone | ItemFailed;

export interface ItemDone {
	kind: 'done';
	/** Source of the result. `journal`: an order in the order journal. `recent`: an order in recent orders. */
	by: 'reading' | 'ordering' | 'journal' | 'recent' | 'skipping' | 'dryRun';
	items: IDataObject[];
	/** Cost, price and balance in the answer to an order that was sent in this run. */
	paid?: OrderAmounts;
	sites?: SiteResult[];
	/** True if the item was paid before, and its fields have changed since or cannot be read. */
	isEdited?: boolean;
}

export interface ItemFailed {
	kind: 'failed';
	failure: PanelFailure;
	/** True if the failure is about an earlier order. It does not stop the run, because it tells nothing about the service now. */
	isFromEarlier?: boolean;
	/** True in a dry run, where the other items go on after a failure. */
	isDryRun?: boolean;
}
