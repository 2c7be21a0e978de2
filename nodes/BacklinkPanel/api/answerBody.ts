import { isObject } from './dataObject';

/**
 * The JSON object that an answer is. n8n parses plain JSON, whatever the answer calls itself, and gives
 * anything else as text: JSON in a JSON string, or a notice of PHP with the JSON behind it.
 *
 * @returns the object, or the body as it was where no whole object of the service ends it
 */
export function answerBody(body: unknown): unknown {
	if (typeof body !== 'string') return body;
	const start = body.search(/\{\s*"/);
	if (start === -1) return body;
	const before = body.slice(0, start).trimEnd();
	// Behind one of these, the object is a part of a longer answer whose rest was cut.
	if (/[[{(,:]$/.test(before.slice(-1))) return body;
	const object = parsedJson(body.slice(start));
	return isObject(object) && typeof object.ok === 'boolean' ? object : body;
}

function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
