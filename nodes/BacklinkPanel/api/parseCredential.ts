import { createHash } from 'node:crypto';

import type { FunctionsBase, ICredentialDataDecryptedObject } from 'n8n-workflow';

import { DOCUMENTED_REQUESTS_PER_MINUTE, API_KEYS_PAGE } from '../errors/documentedConstants';
import { failure, type PanelFailure } from '../errors/panelFailure';
import { messageOf } from '../errors/serverText';
import { isPrivateNetwork, parseDecimal, parseUrl, trimInvisible } from './typedText';

export const CREDENTIAL_TYPE = 'backlinkPanelApi';

/** Path of all endpoints below the base URL. */
export const API_PATH = '/api/v1';

/** Bounds of the credential's field “Requests per Minute”, for the form and for the check below. */
export const REQUESTS_PER_MINUTE = { least: 1, most: 100_000 };

/** A checked credential: the address of the service, the API key and the rate limit. */
export interface PanelAccess {
	kind: 'access';
	/** Origin and path prefix, without a trailing slash and without `/api/v1`. */
	baseUrl: string;
	apiKey: string;
	/** Limit for this process. It is exceeded only if it is the default, 60, and the service accepts more. */
	requestsPerMinute: number;
}

/** Cleans and checks a credential. Node, trigger and credential test all use this, to accept the same values. */
export function parseCredential(
	credential: ICredentialDataDecryptedObject,
): PanelAccess | PanelFailure {
	const typed = trimInvisible(String(credential.baseUrl ?? ''));
	const url = parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
	const apiKey = trimInvisible(String(credential.apiKey ?? '')).replace(/^bearer\s+/i, '');
	const limit = parseDecimal(credential.requestsPerMinute ?? DOCUMENTED_REQUESTS_PER_MINUTE);
	const requestsPerMinute = Math.floor(limit ?? Number.NaN);
	if (typed === '') return invalidCredential('The Base URL is empty', ENTER_THE_ADDRESS);
	if (!url) return invalidCredential('The Base URL is not a web address', ENTER_THE_ADDRESS);
	const refusal = checksOf(typed, url, apiKey, requestsPerMinute).find(([isRefused]) => isRefused);
	if (refusal) return invalidCredential(refusal[1], refusal[2]);
	const baseUrl = url.origin + pathPrefix(url.pathname);
	return { kind: 'access', baseUrl, apiKey, requestsPerMinute };
}

const ENTER_THE_ADDRESS = 'Enter the address of the panel, e.g. https://panel.example.com.';
const COPY_THE_KEY = `Copy the key from the panel, under ${API_KEYS_PAGE}.`;
/** Fewest characters of an API key. Removing a shorter key would damage other texts that contain it. */
const SHORTEST_KEY = 8;

/** Lists the checks of a credential and their texts. No text repeats a typed value, because it may be secret. */
function checksOf(
	typed: string,
	{ protocol, hostname, username, password }: URL,
	apiKey: string,
	requestsPerMinute: number,
): Array<[isRefused: boolean, message: string, advice: string]> {
	// Catches “https:/host” and “https//host”: with a second “https://” before them, their host is named https.
	const isMistyped = /[\s\p{C}\\]/u.test(typed) || /^https?$/.test(hostname);
	const { least, most } = REQUESTS_PER_MINUTE;
	return [
		[
			isMistyped || !/^https?:$/.test(protocol),
			'The Base URL is not a web address',
			ENTER_THE_ADDRESS,
		],
		[
			/[?#]/.test(typed) || username !== '' || password !== '',
			'The Base URL has more than an address',
			`Remove “?”, “#” and what follows, and a user name before “@”. ${ENTER_THE_ADDRESS}`,
		],
		[
			protocol === 'http:' && !isPrivateNetwork(hostname),
			'The Base URL has to start with https',
			'With plain http, the API key could be read on the way. Plain http is accepted only for hosts in your own network.',
		],
		[apiKey === '', 'The API Key is empty', COPY_THE_KEY],
		[
			/[^\x21-\x7e]/.test(apiKey),
			'The API Key contains characters that a key cannot have',
			`Spaces inside the key or letters such as “ı” come from copying. ${COPY_THE_KEY}`,
		],
		[
			apiKey.length < SHORTEST_KEY,
			`The API Key has to have at least ${SHORTEST_KEY} characters`,
			`It may have been copied only in part. ${COPY_THE_KEY}`,
		],
		[
			!(requestsPerMinute >= least && requestsPerMinute <= most),
			`Requests per Minute has to be a number from ${least} to ${most.toLocaleString('en-US')}`,
			`Set it to ${DOCUMENTED_REQUESTS_PER_MINUTE}, the documented limit of the service, or lower if several n8n workers share this key.`,
		],
	];
}

/**
 * Reads the credential of a node. Returns a failure instead of throwing. With On Error set to continue, a
 * thrown error would make n8n pass on the input items as if they were done.
 *
 * @param itemIndex item for which n8n evaluates expressions in the credential; the first item if missing
 */
export async function readCredential(
	functions: Pick<FunctionsBase, 'getCredentials'>,
	itemIndex?: number,
): Promise<PanelAccess | PanelFailure> {
	try {
		return parseCredential(await functions.getCredentials(CREDENTIAL_TYPE, itemIndex));
	} catch (error) {
		const said = messageOf(error).replace(/\.$/, '');
		return invalidCredential(
			'The credential could not be read',
			`n8n said: ${said}. Choose a credential in the node, or create one.`,
		);
	}
}

/** Returns a check that an item has the first item's account. Expressions may make a credential vary by item. */
export function otherAccountCheck(
	functions: Pick<FunctionsBase, 'getCredentials'>,
	first: PanelAccess,
): (itemIndex: number) => Promise<PanelFailure | undefined> {
	return async (itemIndex) => {
		if (itemIndex === 0) return undefined;
		const access = await readCredential(functions, itemIndex);
		if (access.kind === 'failure') return access;
		if (accountIdentity(access) === accountIdentity(first)) return undefined;
		return invalidCredential(
			'This item has another account than the first one',
			'Loop Over Items with batch size 1 gives each account a run of its own.',
		);
	};
}

/** Hashes base URL and API key, which identify an account. The hash keeps keys out of long-lived memory. */
export function accountIdentity({ baseUrl, apiKey }: PanelAccess): string {
	return createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex');
}

/** Returns the part of a path before `/api/v1` or a final `/api`, because the client adds `/api/v1`. */
function pathPrefix(pathname: string): string {
	const parts = pathname.split('/').filter((part) => part !== '');
	const api = parts.findIndex(
		(part, index) => part === 'api' && [undefined, 'v1'].includes(parts[index + 1]),
	);
	return ['', ...(api === -1 ? parts : parts.slice(0, api))].join('/');
}

/** Says why a credential cannot be used, in one text. */
export function credentialRefusal({ detail, advice }: PanelFailure): string {
	return `${detail}. ${advice}`;
}

function invalidCredential(detail: string, advice: string): PanelFailure {
	return failure('invalidCredential', { detail, advice });
}
