import { createHash } from 'node:crypto';

import type { FunctionsBase, ICredentialDataDecryptedObject } from 'n8n-workflow';

import { parseDecimal, trimInvisible } from './visibleText';
import { DOCUMENTED_REQUESTS_PER_MINUTE, API_KEYS_PAGE } from '../errors/documentedConstants';
import { failure, type PanelFailure } from '../errors/panelFailure';
import { isPrivateNetwork, parseUrl } from './webAddress';

/** The name under which n8n knows the credential. */
export const CREDENTIAL_TYPE = 'backlinkPanelApi';

/** What a credential says after cleaning: where the service is, and how it may be used. */
export interface PanelAccess {
	kind: 'access';
	/** Origin and path prefix, without a trailing slash and without `/api/v1`. */
	baseUrl: string;
	apiKey: string;
	/** The documented limit is found out; any other value is a hard cap for this process. */
	requestsPerMinute: number;
}

/** Why a credential cannot be used; nothing was sent. */
interface UnusableCredential {
	kind: 'unusable';
	message: string;
	description: string;
}

/** The bounds of the credential's field, in its form too. */
export const REQUESTS_PER_MINUTE = { least: 1, most: 100_000 };

/** All endpoints live under this prefix of the base URL. */
export const API_PATH = '/api/v1';

/**
 * Cleans and checks the fields of a credential. The node, the trigger and the credential's own test
 * all come through here, so that what the test accepts is what a run uses.
 */
export function parseCredential(
	credential: ICredentialDataDecryptedObject,
): PanelAccess | UnusableCredential {
	const baseUrl = cleanBaseUrl(credential.baseUrl);
	if (typeof baseUrl !== 'string') return baseUrl;

	const apiKey = cleanApiKey(credential.apiKey);
	if (typeof apiKey !== 'string') return apiKey;

	const requestsPerMinute = parseDecimal(
		credential.requestsPerMinute ?? DOCUMENTED_REQUESTS_PER_MINUTE,
	);
	const { least, most } = REQUESTS_PER_MINUTE;
	if (requestsPerMinute === undefined || requestsPerMinute < least || requestsPerMinute > most) {
		return unusable(
			`Requests per Minute has to be a number from ${least} to ${most.toLocaleString('en-US')}`,
			`Set it to ${DOCUMENTED_REQUESTS_PER_MINUTE}, the documented limit of the service, or lower if several n8n workers share this key.`,
		);
	}

	return { kind: 'access', baseUrl, apiKey, requestsPerMinute: Math.floor(requestsPerMinute) };
}

/**
 * The cleaned credential of a node. n8n throws where it was deleted or none was chosen, and where a run
 * goes on after failures it would hand on the input items as if they were done.
 *
 * @param itemIndex the item that its expressions are about; else the first one
 */
export async function readCredential(
	functions: Pick<FunctionsBase, 'getCredentials'>,
	itemIndex?: number,
): Promise<PanelAccess | PanelFailure> {
	try {
		const access = parseCredential(await functions.getCredentials(CREDENTIAL_TYPE, itemIndex));
		if (access.kind === 'access') return access;
		return invalidCredential(access.message, access.description);
	} catch (error) {
		const said = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
		return invalidCredential(
			'The credential could not be read',
			`n8n said: ${said}. Choose a credential in the node, or create one.`,
		);
	}
}

/**
 * Refuses items whose account differs from the first one's, where the credential is an expression: a run of
 * the node sends everything to the account of its first item.
 */
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

function invalidCredential(detail: string, advice: string): PanelFailure {
	return failure('invalidCredential', { detail, advice });
}

/** What people copy along with a key: the header that it belongs into, as text, JSON or an option of curl. */
const BEFORE_KEY = /^(?:authorization["']?(?:\s*[:=]\s*|\s+)["']?)?(?:bearer(?:\s*:\s*|\s+|$))*/i;
const IN_QUOTES = /^(?:(?:-H|--header)\s*)?(["'])(.*)\1$/s;
/** A shorter key could not be told from other text, so it could not be kept out of outputs and logs. */
const SHORTEST_KEY = 8;
const LONGEST_KEY = 1_000;

function cleanApiKey(value: unknown): string | UnusableCredential {
	const copyIt = `Copy the key from the panel, under ${API_KEYS_PAGE}.`;
	const copied = withoutQuotes(trimInvisible(String(value ?? '')));
	const apiKey = withoutQuotes(copied.replace(BEFORE_KEY, ''));
	if (apiKey === '') return unusable('The API Key is empty', copyIt);
	if (/[^\x21-\x7e]/.test(apiKey)) {
		return unusable(
			'The API Key contains characters that a key cannot have',
			`Spaces inside the key or letters such as “ı” come from copying. Copy the key again from the panel, under ${API_KEYS_PAGE}.`,
		);
	}
	if (apiKey.length < SHORTEST_KEY || apiKey.length > LONGEST_KEY) {
		return unusable(
			`The API Key has to have ${SHORTEST_KEY} to ${LONGEST_KEY.toLocaleString('en-US')} characters`,
			`It may have been copied only in part, or with other text. ${copyIt}`,
		);
	}
	return apiKey;
}

function withoutQuotes(text: string): string {
	return trimInvisible(IN_QUOTES.exec(text)?.[2] ?? text);
}

function cleanBaseUrl(value: unknown): string | UnusableCredential {
	const typed = trimInvisible(String(value ?? ''));
	const example = 'Enter the address of the panel, e.g. https://panel.example.com';
	if (typed === '') return unusable('The Base URL is empty', example);

	const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
	const url = parseUrl(withScheme);
	const isMistyped = /[\s\p{C}\\]/u.test(typed) || ['http', 'https'].includes(url?.hostname ?? '');
	if (!url || isMistyped || !['http:', 'https:'].includes(url.protocol)) {
		return unusable('The Base URL is not a web address', example);
	}
	if (/[?#]/.test(typed)) {
		return unusable(
			'The Base URL has a query or a fragment',
			`Remove “?”, “#” and what follows. ${example}`,
		);
	}
	if (url.username || url.password) {
		return unusable(
			'The Base URL contains a user name or password',
			`Remove everything before “@”. ${example}`,
		);
	}
	if (url.protocol === 'http:' && !isPrivateNetwork(url.hostname)) {
		return unusable(
			'The Base URL has to start with https',
			'With plain http, the API key could be read on the way. Plain http is accepted only for hosts in your own network.',
		);
	}

	return url.origin + pathPrefix(url.pathname);
}

/** A path without what stands before each endpoint anyway; one with thousands of slashes is read once. */
function pathPrefix(pathname: string): string {
	const path = withoutLastSlashes(pathname);
	const last = [API_PATH, '/api'].find((end) => path.endsWith(end)) ?? '';
	return withoutLastSlashes(path.slice(0, path.length - last.length));
}

function withoutLastSlashes(path: string): string {
	let end = path.length;
	while (path.charAt(end - 1) === '/') end -= 1;
	return path.slice(0, end);
}

/** Why a credential cannot be used, where n8n has room for one text. */
export function unusableCredentialInWords({ message, description }: UnusableCredential): string {
	return `${message}. ${description}`;
}

function unusable(message: string, description: string): UnusableCredential {
	return { kind: 'unusable', message, description };
}

/** It is asked for with each request of a run. */
const accountKeys = new WeakMap<PanelAccess, string>();

/**
 * Tells the accounts of a process apart: the service counts requests and credits per key. A hash, so that
 * no key lies around in memory for longer than its request.
 */
export function accountIdentity(access: PanelAccess): string {
	const known = accountKeys.get(access);
	if (known !== undefined) return known;
	const { baseUrl, apiKey } = access;
	const hash = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex');
	accountKeys.set(access, hash);
	return hash;
}
