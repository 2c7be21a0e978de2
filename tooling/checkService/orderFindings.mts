import type { IDataObject } from 'n8n-workflow';

import { formInWords } from './answerFindings.mts';
import { compared, type Finding, undocumented } from './finding.mts';
import {
	dateAsRead,
	fieldOfRole,
	type FieldRole,
	orderRoles,
	ordersToldApart,
	type OrderType,
	readOrders,
} from './nodeReading.mts';

/** The lists by the type of their orders. */
export const listOfType = { backlink: 'backlinkler', article: 'tanitimlar' } as const;

const answer = 'GET /siparisler';
const pagingField = /^(sayfa|page|next|sonraki|cursor|offset|toplam|total|count|meta|links?)/i;

/** Compares the order lists and what is in them. */
export function orderFindings(body: Record<string, unknown>): Finding[] {
	return [
		...(['backlink', 'article'] as const).flatMap((type) => listFindings(body, type)),
		...furtherFields(body),
	];
}

/** How the list of a type is written; an object is one that the node reads as a list. */
export function listForm(
	list: unknown,
	type: OrderType,
): 'array' | 'object' | 'null' | 'missing' | 'other' {
	if (list === undefined) return 'missing';
	if (list === null) return 'null';
	if (Array.isArray(list)) return 'array';
	const read = readOrders({ [listOfType[type]]: list } as IDataObject, type);
	return typeof read === 'string' ? 'other' : 'object';
}

function listFindings(body: Record<string, unknown>, type: OrderType): Finding[] {
	const name = listOfType[type];
	// It was read from JSON.
	const orders = readOrders(body as IDataObject, type);
	const form = compared(
		{
			answer,
			what: `form of ${name}`,
			documented: 'array',
			seen: listForm(body[name], type),
			node: typeof orders === 'string' ? orders : `reads ${orders.length} orders`,
		},
		Array.isArray(body[name]),
	);
	if (typeof orders === 'string' || orders.length === 0) return [form];
	return [
		form,
		fieldsOf(orders, name),
		...orderRoles.flatMap((role) => roleFindings(role, orders, type)),
		...numbersAsText(orders, name),
	];
}

function fieldsOf(orders: IDataObject[], name: string): Finding {
	const names = new Set(orders.flatMap((order) => Object.keys(order)));
	names.delete('orderType');
	const node = names.has('orderError') ? 'passes “error” on as “orderError”' : 'passes all on';
	const seen = [...names].join(', ');
	return undocumented({ answer, what: `fields of ${name}`, seen, node }, true);
}

/** Without these, the trigger asks the user to name the field. */
function isNeeded(role: FieldRole, type: OrderType): boolean {
	return role === 'id' || role === 'status' || (role === 'endsAt' && type === 'backlink');
}

function roleFindings(role: FieldRole, orders: IDataObject[], type: OrderType): Finding[] {
	const what = `${role} in ${listOfType[type]}`;
	const found = fieldOfRole(role, orders);
	if ('problem' in found) {
		const facts = { answer, what, seen: 'no field that the node knows', node: found.problem };
		return [undocumented(facts, !isNeeded(role, type))];
	}
	const { field } = found;
	const values = orders.map((order) => order[field]).filter((value) => (value ?? '') !== '');
	const look = looks[role] ?? lookAtText;
	const { seen, node, isUsable } = look(values, orders, type, field);
	return [undocumented({ answer, what, seen: `${field}: ${seen}`, node }, isUsable)];
}

interface Look {
	seen: string;
	node: string;
	isUsable: boolean;
}

type LookAt = (values: unknown[], orders: IDataObject[], type: OrderType, field: string) => Look;

const looks: Partial<Record<string, LookAt>> = {
	id: (values, orders, type, field) => {
		const { apart, problem } = ordersToldApart(orders, type, field);
		const node = `tells ${apart} of ${orders.length} orders apart${problem ? `. ${problem}` : ''}`;
		return { seen: formsOf(values), node, isUsable: apart === orders.length };
	},
	status: (values) => {
		const plain = values.filter((value) => typeof value !== 'object');
		return {
			seen: [...new Set(plain.map((value) => JSON.stringify(value)))].join(', ') || 'no text',
			node: `reads a status in ${plain.length} of ${values.length}`,
			isUsable: plain.length === values.length,
		};
	},
	createdAt: lookAtDates,
	endsAt: lookAtDates,
};

function lookAtDates(values: unknown[]): Look {
	const read = values.filter((value) => dateAsRead(value) !== undefined).length;
	return {
		seen: formsOf(values),
		node: `reads ${read} of ${values.length} dates`,
		isUsable: read === values.length,
	};
}

function lookAtText(values: unknown[]): Look {
	return { seen: formsOf(values), node: `has it in ${values.length} orders`, isUsable: true };
}

function formsOf(values: unknown[]): string {
	return [...new Set(values.map(formInWords))].join(', ');
}

function numbersAsText(orders: IDataObject[], name: string): Finding[] {
	const isNumber = (value: unknown) => ['digits', 'decimalText'].includes(formInWords(value));
	const fields = new Set(
		orders.flatMap((order) => Object.keys(order).filter((field) => isNumber(order[field]))),
	);
	if (fields.size === 0) return [];
	const facts = { answer, what: `numbers as text in ${name}`, seen: [...fields].join(', ') };
	return [undocumented({ ...facts, node: 'passes them on as they are' }, true)];
}

function furtherFields(body: Record<string, unknown>): Finding[] {
	const names = Object.keys(body).filter(
		(name) => !['ok', 'backlinkler', 'tanitimlar'].includes(name),
	);
	if (names.length === 0) return [];
	const mayBePages = names.some((name) => pagingField.test(name));
	const node = mayBePages ? 'reads one page, if these are pages' : 'does not look at them';
	const facts = { answer, what: 'fields beside the lists', seen: names.join(', '), node };
	return [undocumented(facts, !mayBePages)];
}
