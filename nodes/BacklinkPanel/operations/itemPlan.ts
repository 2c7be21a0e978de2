import type { IDataObject } from 'n8n-workflow';

import { withoutErrorField } from '../api/dataObject';
import type { PaidRequest, ReadRequest } from '../api/panelRequest';
import type { PanelFailure, SiteResult } from '../errors/panelFailure';

/** A checked request, and how its answer becomes output. */
export interface ReadPlan {
	request: ReadRequest;
	/** @param body the service's object without `ok` */
	read(body: IDataObject): OperationOutput | PanelFailure;
	/** Gives the plan to go on with, where this answer may not tell everything. */
	askAgain?(body: IDataObject): ReadPlan | undefined;
}

/** A checked order, and how its answer is read. Amounts are in credits, undefined if it does not tell them. */
export interface OrderPlan {
	request: PaidRequest;
	/** Its target URL or title, as the order list has it. */
	subject: string;
	price: OrderPricing;
	cost(answer: IDataObject): number | undefined;
	/** The most that one unit can have cost. */
	unitPrice(answer: IDataObject): number | undefined;
	balanceAfter?(answer: IDataObject): number | undefined;
	read(answer: IDataObject): OperationOutput | PanelFailure;
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
	/** The data of the output items, each paired with the input item. */
	items: IDataObject[];
	/** The results of the sites that were to publish an article. */
	sites?: SiteResult[];
}

/** Output with the fields of the service as they are, but for the name `error` (see `withoutErrorField`). */
export function toOutput(items: IDataObject[], sites?: SiteResult[]): OperationOutput {
	return { kind: 'output', items: items.map(withoutErrorField), sites };
}
