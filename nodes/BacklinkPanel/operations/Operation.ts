import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { withoutErrorField } from '../api/dataObject';
import type { PanelFailure } from '../errors/panelFailure';
import type { PanelRequest } from '../api/panelRequest';
import type { ItemParameters } from './itemParameters';

/** One entry of the node's menu: what it shows, what it sends, what it returns. */
export interface Operation {
	resource: 'account' | 'article' | 'backlink' | 'order';
	/** The operation's value as workflows store it. */
	value: string;
	/** As the operation menu shows it. */
	name: string;
	/** As the nodes panel lists it. */
	action: string;
	description: string;
	/** Whether it orders something; such requests are never sent twice on suspicion. */
	spendsCredits: boolean;
	/** The fields of its form; where they are shown is added by the description. */
	fields: INodeProperties[];
	/**
	 * Reads and checks one item's parameters, before anything is sent.
	 *
	 * @throws InvalidParameter naming the field
	 */
	prepare(parameters: ItemParameters): PreparedRequest;
}

/** A checked request, and how its answer becomes output. */
export interface PreparedRequest {
	request: PanelRequest;
	/** What a create costs and is recognised by; reads have none. */
	order?: OrderTerms;
	/** @param body the service's object without `ok` */
	read(body: IDataObject): OperationOutput | PanelFailure;
	/** For reads: what has to be asked instead, where this answer may not tell everything. */
	askAgain?(body: IDataObject): Omit<PreparedRequest, 'order'> | undefined;
}

export interface OrderTerms {
	/** Its target URL or title, as the order list has it. */
	subject: string;
	price: Price;
	/** What it came to cost, in credits, by the service's answer. */
	cost(body: IDataObject): number;
	/** The balance that the answer tells, if it does. */
	balanceAfter?(body: IDataObject): number | undefined;
}

/** What an order costs, in credits. */
export interface Price {
	/** At the least. */
	least: number;
	/** Whether the whole price shows only afterwards. */
	isOpen: boolean;
}

export interface OperationOutput {
	kind: 'output';
	/** The data of the output items, each paired with the input item. */
	items: IDataObject[];
	/** What the user should know about a success, shown beside the output. */
	hint?: string;
}

/** Output with the fields of the service as they are, but for the name `error` (see `withoutErrorField`). */
export function output(items: IDataObject[], hint?: string): OperationOutput {
	return { kind: 'output', items: items.map(withoutErrorField), hint };
}
