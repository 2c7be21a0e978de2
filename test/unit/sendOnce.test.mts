import type { IAllExecuteFunctions, ICredentialTestFunctions } from 'n8n-workflow';

import { testPanelAccess } from '../../nodes/BacklinkPanel/api/credentialTest.ts';
import type { PanelRequest } from '../../nodes/BacklinkPanel/api/panelRequest.ts';
import { createSingleTrySender } from '../../nodes/BacklinkPanel/api/sendOnce.ts';

const apiKey = 'demo_live_1a2b3c';

/** What an order comes to where n8n’s helper gives or throws this; other n8n versions than the tests’ do. */
async function outcomeOf(given: unknown) {
	const helpers = {
		async httpRequestWithAuthentication() {
			if (given instanceof Error) throw given;
			return await Promise.resolve(given);
		},
	};
	const sendOnce = createSingleTrySender(
		// Nothing else of n8n is used for a request.
		{ helpers } as unknown as IAllExecuteFunctions,
		{
			kind: 'access',
			baseUrl: 'https://panel.example.com',
			apiKey,
			requestsPerMinute: 60,
		},
	);
	// The run ledger alone makes a paid one, which is another test's matter.
	const order = { method: 'POST', path: '/backlink', spendsCredits: true } as unknown;
	return (await sendOnce(order as PanelRequest, 120_000)).outcome;
}

test('an answer in the error of a version that gives no cause is told in the service’s words', async () => {
	const data = { ok: false, kod: 'bakim', hata: 'Bakım' };
	const thrown = Object.assign(new Error('x'), { httpCode: '503', context: { data } });
	const told = { reason: 'outcomeUnknown', httpStatus: 503, kod: 'bakim', hata: 'Bakım' };
	expect(await outcomeOf(thrown)).toMatchObject(told);
});

test.each([[undefined], [null], ['ok']])(
	'%j, which is no response, is a lost answer',
	async (given) => {
		expect(await outcomeOf(given)).toMatchObject({ reason: 'outcomeUnknown' });
	},
);

test('an error that quotes the request does not show the key, nor does the test of the credential', async () => {
	const error = new Error(`bad header Bearer ${apiKey}`);
	const request = async () => await Promise.reject(error);
	const credentialTest = await testPanelAccess.call(
		// The test of a credential gets this helper alone.
		{ helpers: { request } } as unknown as ICredentialTestFunctions,
		{ id: '1', name: 'x', type: 'x', data: { baseUrl: 'https://panel.example.com', apiKey } },
	);
	for (const told of [await outcomeOf(error), credentialTest].map((each) => JSON.stringify(each))) {
		expect(told).toContain('[API key]');
		expect(told).not.toContain(apiKey);
	}
});
