import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { parsedUrl } from './parsedUrl';

/** What a credential says after cleaning: where the service is, and how it may be used. */
export interface PanelAccess {
	kind: 'access';
	/** Origin and path prefix, without a trailing slash and without `/api/v1`. */
	baseUrl: string;
	apiKey: string;
	/** The documented limit is 60; any other value is a hard cap for this process. */
	requestsPerMinute: number;
}

/** Why a credential cannot be used; nothing was sent. */
export interface UnusableCredential {
	kind: 'unusable';
	message: string;
	description: string;
}

/** The documented limit of the service, per API key and over all endpoints. */
export const DOCUMENTED_REQUESTS_PER_MINUTE = 60;

/** All endpoints live under this prefix of the base URL. */
export const API_PATH = '/api/v1';

/** The endpoint that the credential test calls; reading the balance costs nothing. */
export const BALANCE_PATH = '/krediler';

/**
 * Cleans and checks the fields of a credential. The node, the trigger and the credential's own test
 * all come through here, so that what the test accepts is what a run uses.
 */
export function readPanelAccess(
	credential: ICredentialDataDecryptedObject,
): PanelAccess | UnusableCredential {
	const baseUrl = cleanBaseUrl(credential.baseUrl);
	if (typeof baseUrl !== 'string') return baseUrl;

	const apiKey = String(credential.apiKey ?? '').trim();
	if (apiKey === '') {
		return unusable('The API Key is empty', 'Copy the key from the panel, under Account → API.');
	}
	if (/[^\x21-\x7e]/.test(apiKey)) {
		return unusable(
			'The API Key contains characters that a key cannot have',
			'White space inside the key or letters such as “ı” come from copying. Copy the key again from the panel, under Account → API, without the word Bearer.',
		);
	}

	const requestsPerMinute = Number(credential.requestsPerMinute ?? DOCUMENTED_REQUESTS_PER_MINUTE);
	if (!Number.isFinite(requestsPerMinute) || requestsPerMinute < 1) {
		return unusable(
			'Requests per Minute has to be a number of at least 1',
			'Set it to 60, the documented limit of the service, or lower if several n8n workers share this key.',
		);
	}

	return { kind: 'access', baseUrl, apiKey, requestsPerMinute: Math.floor(requestsPerMinute) };
}

function cleanBaseUrl(value: unknown): string | UnusableCredential {
	const typed = String(value ?? '').trim();
	const example = 'Enter the address of the panel, e.g. https://panel.example.com';
	if (typed === '') return unusable('The Base URL is empty', example);

	const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
	const url = parsedUrl(withScheme);
	const isMistyped = /[\s\p{C}\\]/u.test(typed) || ['http', 'https'].includes(url?.hostname ?? '');
	if (!url || isMistyped || !['http:', 'https:'].includes(url.protocol)) {
		return unusable('The Base URL is not a web address', example);
	}
	if (url.search || url.hash || typed.includes('?') || typed.includes('#')) {
		return unusable(
			'The Base URL has a query or a fragment',
			`Remove “?”, “#” and what follows. ${example}`,
		);
	}
	if (url.username || url.password) {
		return unusable(
			'The Base URL carries a user name or password',
			`Remove what stands before “@”. ${example}`,
		);
	}
	if (url.protocol === 'http:' && !isLocalHost(url.hostname)) {
		return unusable(
			'The Base URL has to start with https',
			'Over plain http everybody on the way could read the API key. Plain http is accepted only for hosts of your own network.',
		);
	}

	const pathPrefix = url.pathname
		.replace(/\/+$/, '')
		.replace(/\/api(\/v1)?$/, '')
		.replace(/\/+$/, '');
	return url.origin + pathPrefix;
}

const LOCAL_NAMES = /(^|\.)localhost$|\.(local|internal)$|\.svc\.cluster\.local$/;
const PRIVATE_IPV4 = /^(127|10)\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\./;
const PRIVATE_IPV6 = /^\[(::1\]|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/;

/** Hosts that plain http may reach: this machine, private addresses, and names only a local network resolves. */
function isLocalHost(hostname: string): boolean {
	const isSingleLabel = !/[.:]/.test(hostname);
	const isAddress = /^[\d.]+$/.test(hostname);
	if (isAddress) return PRIVATE_IPV4.test(hostname);
	return isSingleLabel || LOCAL_NAMES.test(hostname) || PRIVATE_IPV6.test(hostname);
}

function unusable(message: string, description: string): UnusableCredential {
	return { kind: 'unusable', message, description };
}
