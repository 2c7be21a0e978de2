import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../sandbox/json.mts';
import { rateHeaderForm } from '../../sandbox/recorded/rateHeaderForm.mts';
import type {
	RecordedAnswer,
	RecordedList,
	RecordedName,
	ServiceRecord,
} from '../../sandbox/recorded/serviceRecord.mts';
import { formsOfAnswer, formsOfOrders, keptRoles } from './anonymised.mts';
import { kindOfBody } from './answerFindings.mts';
import type { Asked, QuestionName } from './askService.mts';
import type { ListLimits } from './limitFindings.mts';
import { bodyOf, fieldOfRole, orderRoles, type OrderType, readOrders } from './nodeReading.mts';
import { listForm, listOfType } from './orderFindings.mts';
import { limitTold, rateHeadersOf } from './rateFindings.mts';

/** So many orders of each list are enough to show their forms, and more than most lists without a limit have. */
const mostOrders = 120;
const mediaTypes =
	/^(application|text)\/(problem\+)?(json|html|plain|javascript|xml)(\s*;\s*charset=(utf-?8|iso-8859-\d+|windows-\d+))?$/i;
const recordedNames: RecordedName[] = ['balance', 'orders', 'backlink', 'unknownPath', 'wrongKey'];

/** Makes the record of what was answered; nothing of the account is in it but names of fields and statuses. */
export function recordOf(
	all: Asked[],
	{ listLimit, defaultLimit }: ListLimits,
	now: number,
): ServiceRecord {
	const answers: ServiceRecord['answers'] = {};
	for (const asked of all) {
		if (!('answer' in asked)) continue;
		const isRefusedForRate = asked.answer.status === 429;
		const name = isRefusedForRate ? 'rateLimit' : asked.question.name;
		const isRecorded = isRefusedForRate || recordedNames.some((each) => each === name);
		if (isRecorded) answers[name as RecordedName] = recordedAnswer(asked, now);
	}
	// Without a limit the service may not list all.
	const complete: QuestionName = defaultLimit === null ? 'orders' : 'ordersHighLimit';
	const orders = all.find(({ question }) => question.name === complete);
	const lists = orders && bodyOf(orders);
	const rateLimitHeaders = Object.entries(rateHeadersOf(all));
	return {
		recordOf: 'backlink panel',
		version: 1,
		answers,
		lists: {
			backlinkler: recordedList(lists, 'backlink', now),
			tanitimlar: recordedList(lists, 'article', now),
		},
		listLimit,
		defaultLimit,
		rateLimitHeaders: Object.fromEntries(
			rateLimitHeaders.map(([name, value]) => [name, rateHeaderForm(name, value)]),
		),
		limit: limitTold(Object.fromEntries(rateLimitHeaders)),
	};
}

/** What of the record is the service's own words, for a person to look at before it is kept. */
export function keptWords({
	answers,
	lists,
}: ServiceRecord): Record<'fields' | 'statuses' | 'codes', string[]> {
	const codes = Object.values(answers).flatMap(({ kod }) => kod ?? []);
	const ofAnswers = Object.values(answers).flatMap(({ body }) =>
		typeof body === 'string' ? [] : Object.keys(body),
	);
	const orders = Object.values(lists).flatMap((list) => list.orders);
	const statuses = orders
		.flatMap((order) => Object.values(order))
		.flatMap((form) => (typeof form === 'object' && 'status' in form ? [String(form.status)] : []));
	const fields = [...ofAnswers, ...orders.flatMap((order) => Object.keys(order))];
	return {
		fields: [...new Set(fields)],
		statuses: [...new Set(statuses)],
		codes: [...new Set(codes)],
	};
}

function recordedAnswer(asked: Asked, now: number): RecordedAnswer | undefined {
	if (!('answer' in asked)) return undefined;
	const { answer } = asked;
	const contentType = String(answer.headers['content-type'] ?? '');
	const body = bodyOf(asked);
	const kind = kindOfBody(answer);
	const kod = String(body?.kod ?? '');
	return {
		status: answer.status,
		contentType: mediaTypes.test(contentType) ? contentType : null,
		kod: /^[a-z_]{1,30}$/i.test(kod) ? kod : null,
		body: body ? formsOfAnswer(withShortLists(body), now) : kind === 'a JSON object' ? {} : kind,
	};
}

/** The orders themselves stand in the lists of the record. */
function withShortLists(body: Record<string, unknown>): Record<string, unknown> {
	const entries = Object.entries(body).map(([name, value]) => [
		name,
		isListOfOrders(name, value) ? [] : value,
	]);
	return Object.fromEntries(entries);
}

function isListOfOrders(name: string, list: unknown): boolean {
	const type = (['backlink', 'article'] as const).find((each) => listOfType[each] === name);
	return type !== undefined && ['array', 'object'].includes(listForm(list, type));
}

function recordedList(
	body: Record<string, unknown> | undefined,
	type: OrderType,
	now: number,
): RecordedList {
	if (body === undefined) return { writtenAs: 'array', orders: [], roles: {} };
	const writtenAs = listForm(body[listOfType[type]], type);
	const read = readOrders(body as IDataObject, type);
	const entries = typeof read === 'string' ? [] : Object.values(body[listOfType[type]] ?? {});
	// They were read from JSON.
	const orders = (entries.filter(isObject) as IDataObject[]).slice(0, mostOrders);
	const roles: Partial<Record<string, string>> = {};
	for (const role of orders.length > 0 ? orderRoles : []) {
		const found = fieldOfRole(role, orders);
		if ('field' in found) roles[role] = found.field;
	}
	const forms = formsOfOrders(orders, roles, now);
	return { writtenAs, orders: forms, roles: keptRoles(roles, forms) };
}
