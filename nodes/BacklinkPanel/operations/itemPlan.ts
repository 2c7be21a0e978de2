import type { IDataObject } from 'n8n-workflow';

import { withoutErrorField } from '../api/dataObject';
import type { PaidRequest, ReadRequest } from '../api/panelRequest';
import type { PanelFailure, SiteResult } from '../errors/panelFailure';

/** A checked request, and how its answer becomes output. */
export interface ReadPlan {
	request: ReadRequest;
	/** @param body the service's object without `ok` */
	read(body: IDataObject): OperationOutput | PanelFailure;
	/** For reads: what has to be asked instead, where this answer may not tell everything. */
	askAgain?(body: IDataObject): ReadPlan | undefined;
}

/** What an item orders, and what the answer tells of its price. All amounts are in credits. */
export interface OrderPlan {
	request: PaidRequest;
	/** Its target URL or title, as the order list has it. */
	subject: string;
	price: OrderPricing;
	/** What it came to cost, by the service's answer; undefined if it does not tell. */
	cost(answer: IDataObject): number | undefined;
	/** The most that one unit can have cost, by the answer; undefined if it does not tell. */
	unitPrice(answer: IDataObject): number | undefined;
	/** The balance that the answer tells, if it does. */
	balanceAfter?(answer: IDataObject): number | undefined;
	read(answer: IDataObject): OperationOutput | PanelFailure;
}

/** How an order is priced, before it is sent. */
export interface OrderPricing {
	/** What is priced, e.g. `backlink create`. */
	operation: string;
	/** The months of a backlink; 1 for an article. */
	units: number;
	/** The documented price of a unit; for an article the least, that of one site. */
	documentedPrice: number;
	/** Whether the documented price is only the least, and the whole one shows in the answer. */
	isOpen: boolean;
}

export interface OperationOutput {
	kind: 'output';
	/** The data of the output items, each paired with the input item. */
	items: IDataObject[];
	/** What became of an article on each site of the network. */
	sites?: SiteResult[];
}

/** Output with the fields of the service as they are, but for the name `error` (see `withoutErrorField`). */
export function toOutput(items: IDataObject[], sites?: SiteResult[]): OperationOutput {
	return { kind: 'output', items: items.map(withoutErrorField), sites };
}
