import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import {
	DOCUMENTED_REQUESTS_PER_MINUTE,
	API_KEYS_PAGE,
} from '../nodes/BacklinkPanel/errors/documentedConstants';
import {
	credentialRefusal,
	parseCredential,
	REQUESTS_PER_MINUTE,
} from '../nodes/BacklinkPanel/api/parseCredential';

/**
 * The panel's address, and an API key that is sent as a Bearer token to this address alone. The nodes test
 * the credential in `credentialTest.ts`.
 */
export class BacklinkPanelApi implements ICredentialType {
	name = 'backlinkPanelApi';

	displayName = 'Backlink Panel API';

	icon: Icon = {
		light: 'file:../icons/backlinkPanel.svg',
		dark: 'file:../icons/backlinkPanel.dark.svg',
	};

	documentationUrl = 'https://github.com/backlink-panel/n8n-nodes-backlink-panel#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://panel.example.com',
			description: 'The address of the panel, without /api/v1',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: `Create it in the panel under ${API_KEYS_PAGE}`,
		},
		{
			displayName: 'Requests per Minute',
			name: 'requestsPerMinute',
			type: 'number',
			typeOptions: { minValue: REQUESTS_PER_MINUTE.least, maxValue: REQUESTS_PER_MINUTE.most },
			default: DOCUMENTED_REQUESTS_PER_MINUTE,
			description: 'Lower it when several n8n workers share this key',
		},
	];

	/**
	 * Adds the key to a request, and the normalised Base URL to a relative address.
	 *
	 * @throws Error if the credential is unusable, or if the request goes to another host than the panel's
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const access = parseCredential(credentials);
		if (access.kind === 'failure') throw new Error(credentialRefusal(access));

		const address = addressOf(requestOptions);
		const isRelative = !/^[a-z][a-z0-9+.-]*:/i.test(address);
		const { origin } = isRelative ? new URL(address, access.baseUrl) : new URL(address);
		if (origin !== new URL(access.baseUrl).origin) {
			throw new Error('This credential sends its API key to the host of its Base URL alone');
		}
		return {
			...requestOptions,
			// Replaces a base URL that the calling node has set: n8n would put it before the address.
			baseURL: isRelative ? access.baseUrl : undefined,
			// Keeps the key from other hosts, because other nodes with this credential follow redirects.
			sendCredentialsOnCrossOriginRedirect: false,
			headers: { ...requestOptions.headers, Authorization: `Bearer ${access.apiKey}` },
		};
	};
}

/** Reads a request's address, which the HTTP Request node passes as `uri`. */
function addressOf(requestOptions: IHttpRequestOptions & { uri?: string }): string {
	return requestOptions.url ?? requestOptions.uri ?? '';
}
