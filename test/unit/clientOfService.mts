import type { IAllExecuteFunctions } from 'n8n-workflow';

import { createPanelClient, type SendOptions } from '../../nodes/BacklinkPanel/api/panelClient.ts';
import type { PanelRequest } from '../../nodes/BacklinkPanel/api/panelRequest.ts';
import type { PanelAccess } from '../../nodes/BacklinkPanel/api/parseCredential.ts';

export const SECOND = 1000;
export const limits: SendOptions = { timeoutMs: 30 * SECOND, maxRateLimitWaitMs: 900 * SECOND };

export const status = (statusCode: number, body: object = { ok: false }, headers = {}) => ({
	statusCode,
	headers,
	body,
});
export const balance = status(200, { ok: true, bakiye: 5 });
export const tooMany = (headers = {}) =>
	status(429, { ok: false, kod: 'limit', hata: 'Çok fazla' }, headers);
export const refused = Object.assign(new Error('connect ECONNREFUSED 192.0.2.1:443'), {
	code: 'ECONNREFUSED',
	syscall: 'connect',
});

let accounts = 0;

/** A client of an account of its own, whose service answers so, the last answer again and again. */
export function setUp(...answers: unknown[]) {
	accounts += 1;
	const access: PanelAccess = {
		kind: 'access',
		baseUrl: 'https://panel.example.com',
		apiKey: `demo_live_${accounts}`,
		requestsPerMinute: 60,
	};
	const sent: unknown[][] = [];
	const functions = {
		helpers: {
			async httpRequestWithAuthentication(...request: unknown[]) {
				sent.push(request);
				const answer = answers[Math.min(sent.length, answers.length) - 1];
				if (answer instanceof Error) throw answer;
				return await Promise.resolve(answer);
			},
		},
		getCredentials: async () => await Promise.resolve(access),
	};
	const client = createPanelClient(
		// Nothing else of n8n is used for a request.
		functions as unknown as IAllExecuteFunctions,
		access,
	);
	/** What a request comes to, after whatever waits it takes. */
	const send = async (request: PanelRequest, changes: Partial<SendOptions> = {}) => {
		const sending = client.send(request, { ...limits, ...changes });
		await jest.advanceTimersByTimeAsync(1000 * SECOND);
		return await sending;
	};
	return { access, client, functions, send, sent };
}
