import { readFile } from 'node:fs/promises';
import { CommandLineMistake } from '../../tooling/CommandLineMistake.mts';
import { isObject, parsedJson } from '../json.mts';
import type { ListLimitKind } from '../settings.mts';
import { listLimitKindNames } from '../settings.mts';
import type { ValueForm } from './valueForm.mts';
import { isValueForm } from './valueForm.mts';

/** The answers that are recorded. */
export type RecordedName =
	| 'balance'
	| 'orders'
	| 'backlink'
	| 'unknownPath'
	| 'wrongKey'
	| 'rateLimit';

/** The form of one answer. */
export interface RecordedAnswer {
	status: number;
	contentType: string | null;
	/** The fields of a JSON object, or what came instead of one. */
	body: Record<string, ValueForm> | 'html' | 'text' | 'empty';
	/** Its machine-readable code, where it has one. */
	kod: string | null;
}

/** The order lists, and which of their fields play which role. */
export interface RecordedList {
	/** An object is `{"1": {…}}`, as PHP writes lists with gaps; what is `other` is in the answer's body. */
	writtenAs: 'array' | 'object' | 'null' | 'missing' | 'other';
	/** The fields of each order, in the service's order. */
	orders: Array<Record<string, ValueForm>>;
	/** By role (`id`, `status`, `createdAt`, `endsAt`): the field that was found for it. */
	roles: Record<string, string>;
}

/** Forms of a real panel's answers, without anything of an account; `npm run check-service` writes it. */
export interface ServiceRecord {
	recordOf: 'backlink panel';
	version: 1;
	answers: Partial<Record<RecordedName, RecordedAnswer>>;
	lists: { backlinkler: RecordedList; tanitimlar: RecordedList };
	/** How `limit` of the order list counts; null where it could not be told. */
	listLimit: ListLimitKind | null;
	/** The limit of the order list where none is asked for; null where it lists all. */
	defaultLimit: number | null;
	/** By name, with the numbers replaced (see rateHeaderForm). */
	rateLimitHeaders: Record<string, string>;
	/** Requests a minute, as a header tells; null where none does. */
	limit: number | null;
}

/** Reads a record from a file. @throws CommandLineMistake saying why there is none */
export async function readRecordFile(file: string): Promise<ServiceRecord> {
	try {
		return readServiceRecord(await readFile(file, 'utf8'));
	} catch (error) {
		throw new CommandLineMistake(
			`${file} is no record: ${error instanceof Error ? error.message : ''}`,
		);
	}
}

/** @throws Error saying what about the text is no record */
export function readServiceRecord(text: string): ServiceRecord {
	const value = parsedJson(text);
	if (!isObject(value)) throw new Error('it is no JSON object');
	if (value.recordOf !== 'backlink panel' || value.version !== 1) {
		throw new Error('it is no record of check-service in version 1');
	}
	const wrong = Object.entries(parts).find(([name, isRight]) => !isRight(value[name]));
	if (wrong) throw new Error(`its “${wrong[0]}” is not as check-service writes it`);
	// Every part was looked at.
	return value as unknown as ServiceRecord;
}

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === 'string';
const isForms: Test = (value) => isObject(value) && Object.values(value).every(isValueForm);
const isTexts: Test = (value) => isObject(value) && Object.values(value).every(isText);

const isCountOrNull: Test = (value) =>
	value === null || (Number.isInteger(value) && Number(value) > 0);

const isAnswer: Test = (value) =>
	isObject(value) &&
	Number.isInteger(value.status) &&
	Number(value.status) >= 200 &&
	Number(value.status) <= 599 &&
	(value.contentType === null || isText(value.contentType)) &&
	(value.kod === null || isText(value.kod)) &&
	(['html', 'text', 'empty'].includes(String(value.body)) || isForms(value.body));

const isList: Test = (value) =>
	isObject(value) &&
	['array', 'object', 'null', 'missing', 'other'].includes(String(value.writtenAs)) &&
	Array.isArray(value.orders) &&
	value.orders.every(isForms) &&
	isTexts(value.roles);

const parts: Record<Exclude<keyof ServiceRecord, 'recordOf' | 'version'>, Test> = {
	answers: (value) => isObject(value) && Object.values(value).every(isAnswer),
	lists: (value) => isObject(value) && isList(value.backlinkler) && isList(value.tanitimlar),
	listLimit: (value) => value === null || listLimitKindNames.some((name) => name === value),
	rateLimitHeaders: isTexts,
	defaultLimit: isCountOrNull,
	limit: isCountOrNull,
};
