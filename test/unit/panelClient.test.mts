import type { IAllExecuteFunctions } from 'n8n-workflow';

import { balanceRequest } from '../../nodes/BacklinkPanel/api/credits.ts';
import { createPanelClient } from '../../nodes/BacklinkPanel/api/panelClient.ts';

test('a stop in the very moment of a request’s turn: it is not sent', async () => {
	const sent: unknown[] = [];
	const helpers = { httpRequestWithAuthentication: (...request: unknown[]) => sent.push(request) };
	const client = createPanelClient(
		// Nothing else of n8n is used for a request.
		{ helpers } as unknown as IAllExecuteFunctions,
		{
			kind: 'access',
			baseUrl: 'https://panel.example.com',
			apiKey: 'demo_live_1a2b3c',
			requestsPerMinute: 60,
		},
	);
	const stopButton = new AbortController();
	const sending = client.send(balanceRequest, {
		timeoutMs: 1000,
		maxRateLimitWaitMs: 0,
		signal: stopButton.signal,
	});
	stopButton.abort();
	expect((await sending).outcome).toEqual({ kind: 'stopped' });
	expect(sent).toEqual([]);
});
