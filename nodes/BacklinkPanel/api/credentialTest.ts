import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import type { FailureReason, PanelFailure } from '../errors/panelFailure';
import { answerBody } from './answerBody';
import { balanceOf, balanceRequest } from './balance';
import { classifyResponse } from './classifyResponse';
import { classifyTransportFailure } from './classifyTransportFailure';
import type { Outcome } from './outcome';
import { API_PATH, type PanelAccess, readPanelAccess } from './panelAccess';
import { readRateHints } from './rateHeaders';
import { redactApiKey } from './redactApiKey';
import { wait } from './wait';

/** Somebody waits in front of the form, so no longer than this, in ms. */
const TIMEOUT_MS = 15_000;

/** What `helpers.request` gives with `resolveWithFullResponse`. */
interface TestResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/**
 * The test of the credential, which n8n runs when it is saved: asks for the balance, which costs nothing.
 * It is a function, because the test that a credential can describe shows a bare code (ECONNREFUSED)
 * where the host does not answer, and waits five minutes for it.
 *
 * @returns OK for a balance; otherwise the host, what happened, and what to do
 */
export async function testPanelAccess(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const access = readPanelAccess(data ?? {});
	if (access.kind === 'unusable') return refused(`${access.message}. ${access.description}`);
	const outcome = await askForBalance(this.helpers, access);
	if (outcome.kind === 'failure') return refused(inWords(outcome, access));
	if (balanceOf(outcome.body) === undefined) {
		return refused(
			`${hostOf(access)} answered, but not like a backlink panel: there is no balance in it. Check the Base URL.`,
		);
	}
	return { status: 'OK', message: 'Connection successful!' };
}

async function askForBalance(
	helpers: ICredentialTestFunctions['helpers'],
	access: PanelAccess,
): Promise<Outcome> {
	const ended = new AbortController();
	try {
		const response = await Promise.race([
			// The only request helper that n8n gives to the test of a credential.
			helpers.request(toRequest(access)) as Promise<TestResponse>,
			afterTimeout(ended.signal),
		]);
		const { statusCode, headers, body } = redactApiKey(
			{ ...response, body: answerBody(response.body) },
			access.apiKey,
		) as TestResponse;
		const hints = readRateHints(headers, Date.now());
		return classifyResponse({ statusCode, headers, body: body ?? '' }, false, hints);
	} catch (error) {
		const failed = classifyTransportFailure(error, false, TIMEOUT_MS);
		return redactApiKey(failed, access.apiKey) as PanelFailure;
	} finally {
		ended.abort();
	}
}

/** The helper's own timeout does not count while the connection is being made, and starts anew with each byte. */
async function afterTimeout(ended: AbortSignal): Promise<never> {
	await wait(TIMEOUT_MS, ended);
	throw Object.assign(new Error(`timeout of ${TIMEOUT_MS}ms exceeded`), { code: 'ECONNABORTED' });
}

function toRequest({ baseUrl, apiKey }: PanelAccess): object {
	return {
		method: balanceRequest.method,
		uri: baseUrl + API_PATH + balanceRequest.path,
		headers: { Authorization: `Bearer ${apiKey}` },
		json: true,
		timeout: TIMEOUT_MS,
		resolveWithFullResponse: true,
		// Refusals are answers too.
		simple: false,
		followRedirect: false,
	};
}

/** What the person who fills in the form can do about each way to fail. */
const IN_WORDS: Partial<
	Record<FailureReason, (host: string, failure: PanelFailure, access: PanelAccess) => string>
> = {
	yetkisiz: (host) =>
		`The API key was not accepted by ${host}. The panel shows and creates keys under Account → API.`,
	limit: (host) =>
		`The rate limit of this key is used up at ${host}, by other workflows or programs. Test again in a minute.`,
	refused: (host, { hata, detail }) =>
		`${host} refused to tell the balance: ${hata ?? detail}. Check the Base URL, and whether the key may be used.`,
	notConfirmed: (host, { hata, kod }) =>
		`${host} refused to tell the balance: ${hata ?? kod ?? 'no reason given'}. Check whether the key may be used.`,
	notSent: (host, { detail }, { baseUrl }) =>
		`${host} could not be reached: ${detail}. ${adviceOnAddress(baseUrl)}`,
};

function inWords(failure: PanelFailure, access: PanelAccess): string {
	const host = hostOf(access);
	const words = IN_WORDS[failure.reason];
	if (words) return words(host, failure, access);
	return `${host} gave no usable answer: ${failure.detail}. ${adviceOnAddress(access.baseUrl)}`;
}

function adviceOnAddress(baseUrl: string): string {
	const check = 'Check the Base URL and the network of this n8n';
	return baseUrl.startsWith('http:') ? `${check}, and whether the panel wants https.` : `${check}.`;
}

function hostOf({ baseUrl }: PanelAccess): string {
	return new URL(baseUrl).host;
}

function refused(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}
