import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { accountGetBalance } from './accountGetBalance';
import { articlePublish } from './articlePublish';
import { backlinkCreate } from './backlinkCreate';
import type { Operation, PaidOperation } from './Operation';
import { optionsField } from '../parameters/options';
import { orderGet } from './orderGet';
import { orderGetMany } from './orderGetMany';

/** Everything the node can do: the menus, the forms and the dispatch are all made from this list. */
export const operations: Operation[] = [
	accountGetBalance,
	articlePublish,
	backlinkCreate,
	orderGet,
	orderGetMany,
];

const RESOURCE_NAMES: Record<Operation['resource'], string> = {
	account: 'Account',
	article: 'Article',
	backlink: 'Backlink',
	order: 'Order',
};

/** The operation that a workflow names, or undefined if there is none of these names. */
export function findOperation(resource: string, value: string): Operation | undefined {
	return operations.find((one) => one.resource === resource && one.value === value);
}

/** The node's properties: the resource menu, an operation menu for each, and each operation's form. */
export function nodeProperties(): INodeProperties[] {
	const resources = [...new Set(operations.map((operation) => operation.resource))];
	return [resourceMenu(resources), ...resources.map(operationMenu), ...operations.flatMap(form)];
}

function resourceMenu(resources: Array<Operation['resource']>): INodeProperties {
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map((resource) => ({ name: RESOURCE_NAMES[resource], value: resource })),
		default: 'account',
	};
}

function operationMenu(resource: Operation['resource']): INodeProperties {
	const choices = operations.filter((operation) => operation.resource === resource);
	const first = choices[0]?.value;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: choices.map(menuEntry),
		default: first,
	};
}

/** The action is also what n8n tells the model of an AI agent, so it names the price too. */
function menuEntry(operation: Operation): INodePropertyOptions {
	const { name, value, action, spendsCredits } = operation;
	const price = spendsCredits ? operation.priceText : 'no cost';
	const description = `${operation.description}, at ${price}`;
	return { name, value, action: spendsCredits ? `${action} (${price})` : action, description };
}

function form(operation: Operation): INodeProperties[] {
	const { resource, value, fields, spendsCredits } = operation;
	const notices = spendsCredits ? [costNotice(operation)] : [];
	const shownFor = { resource: [resource], operation: [value] };
	return [...notices, ...fields, optionsField(spendsCredits)].map((field) => ({
		...field,
		displayOptions: { show: { ...shownFor, ...field.displayOptions?.show } },
	}));
}

function costNotice({ notice }: PaidOperation): INodeProperties {
	return {
		displayName: notice,
		name: 'costNotice',
		type: 'notice',
		default: '',
	};
}
