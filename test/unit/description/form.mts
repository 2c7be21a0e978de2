import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { nodeProperties } from '../../../nodes/BacklinkPanel/operations/index.ts';

export const properties = nodeProperties();

export function choices(property: INodeProperties): INodePropertyOptions[] {
	// Safe cast: `options` of a menu are choices, unlike those of a collection.
	return property.type === 'options' ? (property.options as INodePropertyOptions[]) : [];
}

export function entries(property: INodeProperties): INodeProperties[] {
	// Safe cast: `options` of a collection are properties, unlike those of a menu.
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
