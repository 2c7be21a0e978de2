import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { nodeProperties } from '../../../nodes/BacklinkPanel/operations/index.ts';

export const properties = nodeProperties();

export function choices(property: INodeProperties): INodePropertyOptions[] {
	// Only menus are asked here; in a collection the same field holds further properties.
	return property.type === 'options' ? (property.options as INodePropertyOptions[]) : [];
}

export function entries(property: INodeProperties): INodeProperties[] {
	// Only collections are asked here; in a menu the same field holds its choices.
	return property.type === 'collection' ? (property.options as INodeProperties[]) : [];
}

export function isShownFor(
	property: INodeProperties,
	resource: string,
	operation: string,
): boolean {
	const show = property.displayOptions?.show;
	return !!show?.resource?.includes(resource) && !!show.operation?.includes(operation);
}

const operationMenus = properties.filter(({ name }) => name === 'operation');
export const collections = properties.filter(({ type }) => type === 'collection');
export const everyProperty = [
	...properties.map((property) => ({ property, isOption: false })),
	...collections.flatMap(entries).map((property) => ({ property, isOption: true })),
].map(({ property, isOption }) => ({
	property,
	isOption,
	label: `${property.displayName} (${JSON.stringify(property.displayOptions?.show ?? {})})`,
}));
export const notices = properties.filter(({ type }) => type === 'notice');
export const menus = everyProperty.filter(({ property }) => property.type === 'options');
export const operationChoices = operationMenus.flatMap((menu) =>
	choices(menu).map((choice) => ({
		resource: String(menu.displayOptions?.show?.resource?.[0]),
		operation: String(choice.value),
		choice,
	})),
);
