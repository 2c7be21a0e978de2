import type { INodeProperties } from 'n8n-workflow';

import { balanceChanged } from './balanceChanged';
import { balanceLow } from './balanceLow';
import { orderCreated } from './orderCreated';
import { orderStatusChanged } from './orderStatusChanged';
import { placementExpiring } from './placementExpiring';
import type { TriggerEvent } from './TriggerEvent';

/** Everything the trigger can watch: the menu, the forms and the dispatch are all made from this list. */
const triggerEvents: TriggerEvent[] = [
	balanceChanged,
	balanceLow,
	orderCreated,
	orderStatusChanged,
	placementExpiring,
];

/** The event that a workflow names, or undefined if there is none of this name. */
export function findEvent(value: unknown): TriggerEvent | undefined {
	return triggerEvents.find((event) => event.value === value);
}

/** The trigger's properties: the event menu and each event's form. */
export function triggerProperties(): INodeProperties[] {
	return [eventMenu(), ...triggerEvents.flatMap(form)];
}

function eventMenu(): INodeProperties {
	return {
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: triggerEvents.map(({ name, value, description }) => ({ name, value, description })),
		default: 'orderCreated',
		description: 'What starts the workflow',
	};
}

function form({ value, fields }: TriggerEvent): INodeProperties[] {
	return fields.map((field) => ({ ...field, displayOptions: { show: { event: [value] } } }));
}
