import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { accountGetBalance } from './accountGetBalance';
import { articlePublish } from './articlePublish';
import { backlinkCreate } from './backlinkCreate';
import type { Operation } from './Operation';
import { optionsField } from '../parameters/options';
import { orderGet } from './orderGet';
import { orderGetMany } from './orderGetMany';

/** All operations. Add new ones last: workflows do not store a resource's first operation, its default. */
export const operations: Operation[] = [
	accountGetBalance,
	articlePublish,
	backlinkCreate,
	orderGet,
	orderGetMany,
];

export function findOperation(resource: string, value: string): Operation | undefined {
	return operations.find((one) => one.resource === resource && one.value === value);
}

/** Makes the node's properties: the menus of resources and operations, and all forms. */
export function nodeProperties(): INodeProperties[] {
	const resources = [...new Set(operations.map(({ resource }) => resource))];
	const entries = resources.map((value) => ({
		name: value.charAt(0).toUpperCase() + value.slice(1),
		value,
	}));
	return [menu('Resource', entries), ...resources.map(operationMenu), ...operations.flatMap(form)];
}

function operationMenu(resource: Operation['resource']): INodeProperties {
	const choices = operations.filter((operation) => operation.resource === resource);
	return {
		...menu('Operation', choices.map(operationEntry)),
		displayOptions: { show: { resource: [resource] } },
	};
}

/** Makes a menu in alphabetical order. The first of the given options is its default. */
function menu(displayName: string, options: INodePropertyOptions[]): INodeProperties {
	const name = displayName.toLowerCase();
	const first = options[0]?.value;
	const sorted = [...options].sort((one, other) => (one.name < other.name ? -1 : 1));
	const form = { displayName, name, options: sorted, default: first };
	return { ...form, type: 'options', noDataExpression: true };
}

/** Adds the price to the action, because n8n shows the action to the model of an AI agent. */
function operationEntry(operation: Operation): INodePropertyOptions {
	const { name, value, action, spendsCredits } = operation;
	const price = spendsCredits ? operation.priceText : 'no cost';
	const description = `${operation.description}, at ${price}`;
	return { name, value, action: spendsCredits ? `${action} (${price})` : action, description };
}

function form(operation: Operation): INodeProperties[] {
	const { resource, value, fields, spendsCredits } = operation;
	const notice: INodeProperties[] = spendsCredits
		? [{ displayName: operation.notice, name: 'costNotice', type: 'notice', default: '' }]
		: [];
	const shownFor = { resource: [resource], operation: [value] };
	return [...notice, ...fields, optionsField(spendsCredits)].map((field) => ({
		...field,
		displayOptions: { show: { ...shownFor, ...field.displayOptions?.show } },
	}));
}
