import { isObject, parsedJson } from '../../sandbox/json.mts';
import { plainForm } from '../../sandbox/recorded/valueForm.mts';
import type { Asked, QuestionName, RawAnswer, Service } from './askService.mts';
import { compared, type Finding, undocumented } from './finding.mts';
import { balanceOf, inWords, outcomeOf } from './nodeReading.mts';

/** What the documentation says of an answer; undefined where it does not say. */
interface Documented {
	status?: number;
	kod?: string;
	ok: boolean;
}

const success: Documented = { status: 200, ok: true };
const documented: Record<QuestionName, Documented> = {
	balance: success,
	orders: success,
	ordersLimit1: success,
	ordersHighLimit: success,
	backlink: success,
	unknownPath: { ok: false },
	wrongKey: { status: 401, kod: 'yetkisiz', ok: false },
};
const refusedForRate: Documented = { status: 429, kod: 'limit', ok: false };

/** How a request is named in the table. */
export function labelOf({ question }: Asked): string {
	const { method, path, hasWrongKey } = question;
	return `${method} ${path}${hasWrongKey ? ' with a wrong key' : ''}`;
}

/** Compares status, redirect, content type, JSON, `ok`, `kod` and `hata` of one answer. */
export function answerFindings(asked: Asked, service: Service): Finding[] {
	if ('error' in asked) return [];
	const { answer } = asked;
	const expected = answer.status === 429 ? refusedForRate : documented[asked.question.name];
	const outcome = outcomeOf(asked, service);
	const node = outcome.kind === 'answer' ? 'reads the answer' : inWords(outcome);
	const about = { answer: labelOf(asked), node };
	const body = jsonOf(answer);
	const contentType = String(answer.headers['content-type'] ?? 'none');
	const findings = [
		statusFinding(about, answer, expected, outcome.kind === 'failure'),
		compared(
			{ ...about, what: 'content type', documented: 'JSON', seen: contentType },
			/^application\/json\s*(;|$)/i.test(contentType),
		),
		compared(
			{ ...about, what: 'body', documented: 'a JSON object', seen: kindOfBody(answer) },
			isObject(body),
		),
	];
	if (!isObject(body)) return findings;
	const ok = { ...about, what: 'ok', documented: String(expected.ok), seen: shown(body.ok) };
	findings.push(compared(ok, body.ok === expected.ok));
	if (expected.ok) return findings;
	const { kod = 'a text' } = expected;
	findings.push(
		compared(
			{ ...about, what: 'kod', documented: kod, seen: shown(body.kod) },
			expected.kod === undefined ? typeof body.kod === 'string' : body.kod === expected.kod,
		),
		compared(
			{ ...about, what: 'hata', documented: 'a text', seen: typeof body.hata },
			typeof body.hata === 'string',
		),
	);
	return findings;
}

/** Compares the number of credits; the node takes digits as text for one. */
export function balanceFindings(asked: Asked): Finding[] {
	const body = 'answer' in asked ? jsonOf(asked.answer) : undefined;
	if (!isObject(body)) return [];
	const isRead = balanceOf({ bakiye: body.bakiye as never }) !== undefined;
	const facts = {
		answer: labelOf(asked),
		what: 'bakiye',
		documented: 'a number',
		seen: formInWords(body.bakiye),
		node: isRead ? 'reads the number' : 'reads no balance',
	};
	return [compared(facts, typeof body.bakiye === 'number')];
}

/** The JSON of an answer; undefined where it is none. */
export function jsonOf({ text }: RawAnswer): unknown {
	return parsedJson(text);
}

/** Which kind of body came: for the table and the record. */
export function kindOfBody(answer: RawAnswer): 'a JSON object' | 'html' | 'text' | 'empty' {
	if (isObject(jsonOf(answer))) return 'a JSON object';
	if (answer.text.trim() === '') return 'empty';
	return /^\s*<(!doctype|html)/i.test(answer.text) ? 'html' : 'text';
}

/** The form of a value, nothing of the value itself. */
export function formInWords(value: unknown): string {
	if (value === undefined) return 'missing';
	if (Array.isArray(value)) return 'a list';
	if (isObject(value)) return 'an object';
	const form = plainForm(value, 0);
	return typeof form === 'object' && 'date' in form ? `date ${form.date}` : String(form);
}

function statusFinding(
	about: { answer: string; node: string },
	{ status, headers }: RawAnswer,
	expected: Documented,
	isFailure: boolean,
): Finding {
	const isRedirect = status >= 300 && status < 400;
	const target = /^https?:\/\//i.test(String(headers.location ?? '')) ? 'an address' : 'a path';
	const facts = {
		...about,
		what: isRedirect ? 'redirect' : 'status',
		seen: isRedirect ? `${status} to ${target}` : String(status),
	};
	return expected.status === undefined
		? undocumented(facts, isFailure)
		: compared({ ...facts, documented: String(expected.status) }, status === expected.status);
}

function shown(value: unknown): string {
	return value === undefined ? 'missing' : JSON.stringify(value).slice(0, 40);
}
