import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { API_KEYS_PAGE } from '../errors/documentedConstants';
import type { PanelFailure } from '../errors/panelFailure';
import type { FullResponse } from './classifyResponse';
import { balanceOf, balanceRequest } from './credits';
import { API_PATH, type PanelAccess, credentialRefusal, parseCredential } from './parseCredential';
import { readAnswer } from './sendOnce';

/** Timeout in ms. `readAnswer` adds 500 ms, so the user waits less than 15 s. */
const TIMEOUT_MS = 14_000;

/**
 * Tests the credential by asking for the balance, which costs nothing. n8n runs this test on save. A test
 * declared in the credential would wait five minutes, and show a bare code such as ECONNREFUSED.
 *
 * @returns OK for a balance; otherwise the host, the cause and a next step
 */
export async function testPanelAccess(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const access = parseCredential(data ?? {});
	if (access.kind === 'failure') return refused(credentialRefusal(access));
	const { helpers } = this;
	const ask = async () => {
		// n8n gives a credential test only this request helper, which returns `any`.
		const received = (await helpers.request(toRequest(access))) as FullResponse;
		// n8n gives undefined for an empty body here.
		return { ...received, body: received.body ?? '' };
	};
	const outcome = await readAnswer(ask, access, {
		spendsCredits: false,
		timeoutMs: TIMEOUT_MS,
	});
	if (outcome.kind === 'failure') return refused(inWords(outcome, access));
	if (balanceOf(outcome.body) === undefined) {
		return refused(
			`${hostOf(access)} answered without a balance, so it may not be a backlink panel. Check the Base URL.`,
		);
	}
	return { status: 'OK', message: 'Connection successful!' };
}

function toRequest({ baseUrl, apiKey }: PanelAccess): object {
	return {
		method: balanceRequest.method,
		uri: baseUrl + API_PATH + balanceRequest.path,
		headers: { Authorization: `Bearer ${apiKey}` },
		json: true,
		timeout: TIMEOUT_MS,
		resolveWithFullResponse: true,
		// Makes the helper return error statuses instead of throwing.
		simple: false,
		followRedirect: false,
	};
}

function inWords(failure: PanelFailure, access: PanelAccess): string {
	const host = hostOf(access);
	const { reason, detail, hata, advice } = failure;
	switch (reason) {
		case 'yetkisiz':
			return `${host} did not accept the API key. Keys are created in the panel under ${API_KEYS_PAGE}.`;
		case 'limit':
			return `Other workflows or programs have used up the rate limit of this key at ${host}. Test again in a minute.`;
		case 'notSent':
			return `${host} could not be reached: ${detail}. ${advice}`;
		case 'readFailed':
			return `${host} gave no usable answer: ${detail}. ${nextStep(failure, access)}`;
		default: {
			const said = hata?.replace(/[.!]$/, '') ?? detail;
			return `${host} refused to return the balance: ${said}. ${nextStep(failure, access)}`;
		}
	}
}

function nextStep({ httpStatus }: PanelFailure, { baseUrl }: PanelAccess): string {
	// Servers break off or answer 400 if the Base URL has http instead of https, or the reverse.
	if (httpStatus === null || httpStatus === 400) {
		const { protocol } = new URL(baseUrl);
		return `Check the Base URL, especially whether its port uses ${protocol.slice(0, -1)}.`;
	}
	if (httpStatus >= 500) return 'Test again later.';
	return 'Check the Base URL, and whether the key may use the API.';
}

function hostOf({ baseUrl }: PanelAccess): string {
	return new URL(baseUrl).host;
}

function refused(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}
