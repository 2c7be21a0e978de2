/** Error of a request that n8n has refused. */
export class N8nRequestError extends Error {
	constructor(
		request: string,
		readonly status: number,
		readonly answer: string,
	) {
		super(`n8n answered ${request} with ${status}: ${answer.slice(0, maxAnswerLength)}`);
	}
}

export interface N8nSession {
	url: string;
	/** Empty before the login. */
	cookie: string;
}

const maxAnswerLength = 500;
const timeoutMs = 60_000;

/**
 * Sends a request to n8n's own REST interface, which its editor uses. `Answer` is the caller's claim
 * about the answer; nothing checks it here.
 * @throws N8nRequestError if n8n refuses the request
 */
export async function n8nRequest<Answer>(
	session: N8nSession,
	method: 'GET' | 'PATCH' | 'POST',
	path: string,
	body?: object,
): Promise<Answer> {
	const { headers, text } = await answerOf(session, method, `/rest${path}`, {
		headers: { 'content-type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const login = headers.getSetCookie().find((cookie) => cookie.startsWith('n8n-auth='));
	if (login !== undefined) session.cookie = login.replace(/;.*/s, '');
	// n8n puts each answer into `data`.
	return (JSON.parse(text) as { data: Answer }).data;
}

/** A file that n8n serves to its editor. */
export interface ServedFile {
	contentType: string;
	text: string;
}

/**
 * Fetches a file as the editor does, e.g. an icon.
 * @param path from the root of n8n, with a leading slash
 * @throws N8nRequestError if n8n does not have the file
 */
export async function n8nFile(session: N8nSession, path: string): Promise<ServedFile> {
	const { headers, text } = await answerOf(session, 'GET', path, {});
	return { contentType: headers.get('content-type') ?? '', text };
}

async function answerOf(
	session: N8nSession,
	method: string,
	path: string,
	{ headers, body }: { headers?: Record<string, string>; body?: string },
): Promise<{ headers: Headers; text: string }> {
	const response = await fetch(`${session.url}${path}`, {
		method,
		// n8n closes a kept connection after five seconds, perhaps as the next request leaves.
		headers: { ...headers, cookie: session.cookie, connection: 'close' },
		body,
		signal: AbortSignal.timeout(timeoutMs),
	});
	const text = await response.text();
	if (!response.ok) throw new N8nRequestError(`${method} ${path}`, response.status, text);
	return { headers: response.headers, text };
}
