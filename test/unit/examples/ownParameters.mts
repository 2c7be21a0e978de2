import type { INode, INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { BacklinkPanel } from '../../../nodes/BacklinkPanel/BacklinkPanel.node.ts';
import { BacklinkPanelTrigger } from '../../../nodes/BacklinkPanel/BacklinkPanelTrigger.node.ts';
import { PANEL, PANEL_TRIGGER } from './example.mts';

const propertiesOf: Record<string, INodeProperties[]> = {
	[PANEL]: new BacklinkPanel().description.properties,
	[PANEL_TRIGGER]: new BacklinkPanelTrigger().description.properties,
};

/** n8n adds the times to a polling trigger. */
const ADDED_BY_N8N = 'pollTimes';

/** What a node of this package stores that its forms do not have, as `name` or `name: value`. */
export function unknownParameters({ type, parameters }: INode): string[] {
	const properties = propertiesOf[type] ?? [];
	return Object.entries(parameters).flatMap(([name, value]) => {
		if (name === ADDED_BY_N8N) return [];
		const property = properties.find((each) => each.name === name && isShown(each, parameters));
		if (property === undefined) return [name];
		if (property.type === 'collection') {
			const known = (property.options ?? []).map((option) => option.name);
			return Object.keys(value ?? {}).filter((option) => !known.includes(option));
		}
		return isChoice(property, value) ? [] : [`${name}: ${String(value)}`];
	});
}

function isShown({ displayOptions }: INodeProperties, parameters: INodeParameters): boolean {
	return Object.entries(displayOptions?.show ?? {}).every(
		([name, values]) => name in parameters && values?.includes(parameters[name] as string),
	);
}

function isChoice({ type, options = [] }: INodeProperties, value: unknown): boolean {
	// The options of a menu are its choices.
	const choices = options as INodePropertyOptions[];
	return type !== 'options' || choices.length === 0 || choices.some((each) => each.value === value);
}
