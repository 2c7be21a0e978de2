import { errorWith, failedCall, fromN8n1, fromN8n2, request, standIn } from './helperErrors.mts';
import { expectNotSent, type NotSent } from './expectNotSent.mts';

const notSent: NotSent[] = [
	{
		situation: 'refused',
		errors: failedCall('connect', 'ECONNREFUSED'),
		cause: 'connectionRefused',
	},
	{
		situation: 'no route',
		errors: failedCall('connect', 'EHOSTUNREACH'),
		cause: 'hostUnreachable',
	},
	{
		situation: 'no network',
		errors: failedCall('connect', 'ENETUNREACH'),
		cause: 'hostUnreachable',
	},
	{ situation: 'silence', errors: failedCall('connect', 'ETIMEDOUT'), cause: 'connectionTimedOut' },
	{
		situation: 'reset while connecting',
		errors: failedCall('connect', 'ECONNRESET'),
		cause: 'connectionNotReady',
	},
	{
		situation: 'no address of this machine is free',
		errors: failedCall('connect', 'EADDRNOTAVAIL'),
		cause: 'connectionNotReady',
	},
	{
		situation: 'no host of this name',
		errors: [...failedCall('getaddrinfo', 'ENOTFOUND'), { httpCode: 'ENOTFOUND' }],
		cause: 'nameUnknown',
	},
	{
		situation: 'the name cannot be looked up at the moment',
		errors: [
			...failedCall('getaddrinfo', 'EAI_AGAIN'),
			...failedCall('getaddrinfo', 'EAI_FAIL'),
			{ httpCode: 'EAI_AGAIN' },
		],
		cause: 'nameNotResolvedYet',
	},
	{
		situation: 'the name server fails',
		errors: [...failedCall('getaddrinfo', 'ESERVFAIL'), ...failedCall('queryAaaa', 'ESERVFAIL')],
		cause: 'connectionNotReady',
	},
	{
		situation: 'a name with two addresses, one silent, one refusing',
		errors: [
			fromN8n2(
				{ code: 'ETIMEDOUT' },
				{
					name: 'AggregateError',
					code: 'ETIMEDOUT',
					errors: [
						{ code: 'ETIMEDOUT', syscall: 'connect', message: 'connect ETIMEDOUT 192.0.2.1:443' },
						{ code: 'ECONNREFUSED', syscall: 'connect' },
					],
				},
			),
			fromN8n1('ETIMEDOUT', 'connect ETIMEDOUT 192.0.2.1:443 | connect ECONNREFUSED ::1:443'),
		],
		cause: 'connectionTimedOut',
	},
	{
		situation: 'addresses tried in groups, none reached',
		errors: [
			{
				code: 'ECONNREFUSED',
				errors: [
					{ errors: [{ code: 'ECONNREFUSED', syscall: 'connect' }] },
					{ cause: { code: 'EHOSTUNREACH', syscall: 'connect' } },
				],
			},
		],
		cause: 'connectionRefused',
	},
	{
		situation: 'a proxy that hangs up on CONNECT',
		errors: [
			fromN8n1(undefined, 'Proxy connection ended before receiving CONNECT response'),
			fromN8n2({}, { name: 'Error' }, 'Proxy connection ended before receiving CONNECT response'),
		],
		cause: 'proxyUnavailable',
	},
	{
		situation: 'a proxy that answers CONNECT with 502',
		errors: [
			fromN8n2(
				{ code: 'ERR_BAD_RESPONSE', request: request(standIn), response: { status: 502 } },
				{},
				'Request failed with status code 502',
			),
		],
		cause: 'proxyUnavailable',
	},
	{
		situation: 'a proxy that answers CONNECT with 403',
		errors: [
			fromN8n2(
				{ code: 'ERR_BAD_REQUEST', request: request(standIn), response: { status: 403 } },
				{},
				'Request failed with status code 403',
			),
		],
		cause: 'proxyRefused',
	},
	{
		situation: 'a proxy that resets instead of answering CONNECT, as the missing socket shows',
		errors: [
			fromN8n2(
				{ code: 'ECONNRESET', request: request(null) },
				{ code: 'ECONNRESET', syscall: 'read' },
				'read ECONNRESET',
			),
		],
		cause: 'connectionNotReady',
	},
	{
		situation: 'a proxy that answers CONNECT with 500',
		errors: [
			fromN8n2({ request: request(standIn), response: { status: 500 } }, {}, 'status code 500'),
		],
		cause: 'proxyUnavailable',
	},
	{
		situation: 'a proxy whose answer to CONNECT cannot be read',
		errors: [
			fromN8n1(undefined, 'Invalid header received from proxy CONNECT response: x'),
			fromN8n1(undefined, 'No header from proxy CONNECT response'),
			{ code: 'ERR_PROXY_TUNNEL' },
		],
		cause: 'proxyUnavailable',
	},
	{
		situation: 'a refused connection, with an answer that has no status',
		errors: [{ code: 'ECONNREFUSED', syscall: 'connect', response: {} }],
		cause: 'connectionRefused',
	},
	{
		situation: 'an error in nine others',
		errors: [
			Array.from({ length: 9 }).reduce<object>((cause) => ({ cause }), {
				code: 'ENOTFOUND',
				syscall: 'getaddrinfo',
			}),
		],
		cause: 'nameUnknown',
	},
	{
		situation: 'an address that is none',
		errors: [
			fromN8n2({ code: 'ERR_INVALID_URL' }, { code: 'ERR_INVALID_URL' }, 'Invalid URL'),
			fromN8n1('ERR_INVALID_URL', 'Invalid URL'),
		],
		cause: 'invalidAddress',
	},
	{
		situation: 'an address or a name that n8n blocks',
		errors: [
			{ name: 'NodeApiError', cause: { name: 'SsrfBlockedIpError' } },
			errorWith('blocked', { name: 'SsrfBlockedHostnameError' }),
			fromN8n1(undefined, 'The request was blocked because it resolves to a restricted IP address'),
			fromN8n1(undefined, 'Cannot determine the host for this connection'),
			errorWith('blocked', { name: 'UnknownConnectionHostError' }),
			fromN8n1(undefined, 'Domain not allowed: This credential is restricted from accessing x.y'),
		],
		cause: 'blocked',
	},
	{
		situation: 'a credential that is missing',
		errors: [
			fromN8n1(undefined, 'Node does not have any credentials set for "backlinkPanelApi"'),
			fromN8n1(undefined, 'Credential with ID "abc7" could not be found.'),
			fromN8n2({}, {}, 'Credential with ID "7" does not exist for type "backlinkPanelApi".'),
		],
		cause: 'credentialUnreadable',
	},
];

describe('a request that provably never left charged nothing', () => {
	test.each(notSent)('$situation', expectNotSent);
});
