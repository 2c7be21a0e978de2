import type { FullResponse } from './classifyResponse';
import { isObject } from './dataObject';
import type { Redact } from './redactApiKey';

/** Deeper than this nothing lies in an answer of the service, and n8n could not store it. */
const MOST_LEVELS = 100;

/** What came back, with its JSON read and without the key: everything the service says comes through here. */
export function readResponse(received: FullResponse, redact: Redact): FullResponse {
	const { statusCode, headers } = received;
	const answer = answerBody(received.body);
	const body = isNestedDeeperThan(MOST_LEVELS, answer) ? undefined : answer;
	return redact({ statusCode, headers: { ...headers }, body });
}

/**
 * The JSON object that an answer is. n8n parses plain JSON, whatever the answer calls itself, and gives
 * anything else as text: JSON in a JSON string, or a notice of PHP with the JSON behind it.
 *
 * @returns the object, or the body as it was where no whole object of the service ends it
 */
function answerBody(body: unknown): unknown {
	if (typeof body !== 'string') return body;
	const start = body.search(/\{\s*"/);
	if (start === -1) return body;
	const before = body.slice(0, start).trimEnd();
	// Behind one of these, the object is a part of a longer answer whose rest was cut.
	if (/[[{(,:]$/.test(before.slice(-1))) return body;
	const object = parsedJson(body.slice(start));
	return isObject(object) && typeof object.ok === 'boolean' ? object : body;
}

function isNestedDeeperThan(levels: number, value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return (
		levels === 0 || Object.values(value).some((entry) => isNestedDeeperThan(levels - 1, entry))
	);
}

function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
