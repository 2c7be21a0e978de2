import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { NAMES_OF_ROLE, normalizeFieldName, type PlainValue } from '../api/orderFieldRoles';
import type { TypedOrder } from '../api/orderTypes';
import { orderSummary } from '../api/simplifiedOrder';
import { isBlank } from '../api/visibleText';
import { excerpt, sanitizeText } from '../errors/serverText';
import type { TriggerParameters } from '../parameters/TriggerParameters';
import { invalidSetting, type PollContext } from './TriggerEvent';

/** What the trigger needs of an order; the service documents none of these fields. */
type Role = 'id' | 'status' | 'endsAt';

const MEANING: Record<Role, string> = {
	id: 'an ID, which is a text or a whole number up to 9007199254740991',
	status: 'a status',
	endsAt: 'an end date in a form that can be read',
};

/** The value of “Detect Automatically”: no field can have this name. */
const DETECT_AUTOMATICALLY = '';

/** The menus in which the user can name the field of a role. */
export const fieldOfRole: Record<Role, INodeProperties> = {
	id: fieldMenu('Order ID Field', 'orderIdField', 'getOrderFields', 'The unique ID of an order'),
	status: fieldMenu('Status Field', 'statusField', 'getOrderFields', 'The status of an order'),
	endsAt: fieldMenu(
		'End Date Field',
		'endDateField',
		'getPlacementFields',
		'The end of a placement',
	),
};

function fieldMenu(
	displayName: string,
	name: string,
	loadOptionsMethod: string,
	description: string,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'options',
		typeOptions: { loadOptionsMethod },
		default: DETECT_AUTOMATICALLY,
		description: `${description}. Choose from the list, or specify its name using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
	};
}

/** The field that the user chose for a role; empty = find it. */
export function chosenField(parameters: TriggerParameters, role: Role): string {
	const { displayName, name } = fieldOfRole[role];
	return parameters.text({ displayName, name: `options.${name}` });
}

/** The value that plays a role in an order, in the chosen field or in one that is named so. */
export function valueInRole(
	{ type, order }: TypedOrder,
	role: Role,
	chosen: string,
): PlainValue | undefined {
	return orderSummary({ type, order: chosen === '' ? order : { [role]: order[chosen] } })[role];
}

/**
 * Reads the values that play a role in orders. One line in the log tells how many have none; an empty
 * status or end is none to tell.
 *
 * @param read undefined for a value that cannot be used
 * @throws PollFailure if no order has a value, rather than saying nothing for ever
 */
export function valuesInRole<Order extends TypedOrder, Value>(
	{ parameters, log }: PollContext,
	orders: Order[],
	role: Role,
	read: (value: PlainValue) => Value | undefined,
): Map<Order, Value> {
	const chosen = chosenField(parameters, role);
	const values = new Map<Order, Value>();
	let leftOut = 0;
	for (const order of orders) {
		const plain = valueInRole(order, role, chosen);
		const value = plain === undefined ? undefined : read(plain);
		if (value !== undefined) values.set(order, value);
		else if (role === 'id' || !isEmpty(order.order, role, chosen)) leftOut += 1;
	}
	if (leftOut === 0) return values;

	const fields = describedFields(orders.map(({ order }) => order)).map(({ text }) => `“${text}”`);
	const advice = `The orders have these fields: ${fields.slice(0, 40).join(', ')}. Choose the right one in Options → “${fieldOfRole[role].displayName}”.`;
	if (values.size === 0) throw invalidSetting(`No order has ${MEANING[role]}`, advice);
	log.warnOnce(
		role,
		`${leftOut} of ${orders.length} orders are left out: they do not have ${MEANING[role]}. ${advice}`,
	);
	return values;
}

/** True if an order has the field, with nothing in it. */
function isEmpty(order: IDataObject, role: Role, chosen: string): boolean {
	const names = NAMES_OF_ROLE[role].map(normalizeFieldName);
	const fields = Object.keys(order).filter((name) =>
		chosen === '' ? names.includes(normalizeFieldName(name)) : name === chosen,
	);
	return fields.length > 0 && fields.every((name) => !hasValue(order[name]));
}

/** The choices of a menu of fields. */
export function fieldChoices(orders: IDataObject[]) {
	const fields = describedFields(orders).map(({ name, text }) => ({ name: text, value: name }));
	return [{ name: 'Detect Automatically', value: DETECT_AUTOMATICALLY }, ...fields];
}

/** The fields that have a value, each with the first one: its name may not say what it holds. */
function describedFields(orders: IDataObject[]): Array<{ name: string; text: string }> {
	const examples = new Map<string, unknown>();
	for (const order of orders) {
		for (const [name, value] of Object.entries(order)) {
			if (name !== 'orderType' && hasValue(value) && !examples.has(name)) examples.set(name, value);
		}
	}
	return [...examples].map(([name, value]) => ({
		name,
		text: `${sanitizeText(name)} (e.g. ${excerpt(value)})`,
	}));
}

function hasValue(value: unknown): boolean {
	return value !== undefined && value !== null && !(typeof value === 'string' && isBlank(value));
}
