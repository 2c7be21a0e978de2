/** n8n has refused a request. */
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
 * Sends one request to n8n's own REST interface, the one its editor uses.
 * `Answer` is what the caller knows n8n to answer there: nothing checks it here.
 * @throws N8nRequestError when n8n refuses it
 */
export async function n8nRequest<Answer>(
	session: N8nSession,
	method: 'GET' | 'PATCH' | 'POST',
	path: string,
	body?: object,
): Promise<Answer> {
	const response = await fetch(`${session.url}/rest${path}`, {
		method,
		headers: { 'content-type': 'application/json', cookie: session.cookie },
		body: body === undefined ? undefined : JSON.stringify(body),
		signal: AbortSignal.timeout(timeoutMs),
	});
	const text = await response.text();
	if (!response.ok) throw new N8nRequestError(`${method} /rest${path}`, response.status, text);
	const login = response.headers.getSetCookie().find((cookie) => cookie.startsWith('n8n-auth='));
	if (login !== undefined) session.cookie = login.replace(/;.*/s, '');
	// n8n wraps all of its answers.
	return (JSON.parse(text) as { data: Answer }).data;
}
