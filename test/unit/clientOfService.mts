import type { IAllExecuteFunctions } from 'n8n-workflow';

import { createPanelClient, type SendOptions } from '../../nodes/BacklinkPanel/api/panelClient.ts';
import type { PanelRequest } from '../../nodes/BacklinkPanel/api/panelRequest.ts';

export const status = (statusCode: number, body: object = { ok: false }, headers = {}) => ({
	statusCode,
	headers,
	body,
});
export const balance = status(200, { ok: true, bakiye: 5 });
export const tooMany = (headers = {}) =>
	status(429, { ok: false, kod: 'limit', hata: 'Çok fazla' }, headers);
export const thrown = (code: string, message = `connect ${code} 192.0.2.1:443`) =>
	Object.assign(new Error(message), { code });

/** The run ledger alone makes a paid request, which is another test's matter. */
export const order = { method: 'POST', path: '/backlink', spendsCredits: true } as unknown;

let accounts = 0;

/** A client of an account of its own, whose service answers so, the last answer again and again. */
export function setUp(answers: unknown[], requestsPerMinute = 60) {
	accounts += 1;
	const apiKey = `demo_live_${accounts}`;
	const sent: unknown[] = [];
	const functions = {
		helpers: {
			async httpRequestWithAuthentication(...request: unknown[]) {
				sent.push(request);
				const answer = answers[Math.min(sent.length, answers.length) - 1];
				if (answer instanceof Error) throw answer;
				return await Promise.resolve(answer);
			},
		},
	};
	const client = createPanelClient(
		// Nothing else of n8n is used for a request.
		functions as unknown as IAllExecuteFunctions,
		{
			kind: 'access',
			baseUrl: 'https://panel.example.com',
			apiKey,
			requestsPerMinute,
		},
	);
	/** Sends a request, and waits for so long. */
	async function send(request: unknown, changes: Partial<SendOptions> = {}, forMs = 1_000_000) {
		const limits = { timeoutMs: 30_000, maxRateLimitWaitMs: 900_000, ...changes };
		const sending = client.send(request as PanelRequest, limits);
		await jest.advanceTimersByTimeAsync(forMs);
		return await sending;
	}
	return { send, sent, apiKey };
}
