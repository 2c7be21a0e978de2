import { responseInError } from '../../nodes/BacklinkPanel/api/transportFailure.ts';

const body = { ok: false, kod: 'bakim', hata: 'Bakım' };
const headers = { 'retry-after': '7' };
const answered = (status: number, socket: object) => ({
	httpCode: String(status),
	cause: { response: { status, headers, data: body }, request: { destroyed: true, socket } },
});
const secure = { encrypted: true, secureConnecting: false, bytesWritten: 209 };
const standInOfProxy = { bytesWritten: 0, destroyed: true };

test.each([302, 403, 407, 408, 500, 502, 503, 599])(
	'%i of the service is handed on as n8n would give it as a value',
	(status) => {
		expect(responseInError(answered(status, secure))).toEqual({
			statusCode: status,
			headers,
			body,
		});
	},
);

test.each([302, 403, 407, 502, 504])('%i of a proxy on the way is no answer', (status) => {
	expect(responseInError(answered(status, standInOfProxy))).toBeUndefined();
});

test('a version of n8n that hands no cause on tells the status and the JSON', () => {
	expect(responseInError({ httpCode: '503', context: { data: body } })).toEqual({
		statusCode: 503,
		headers: {},
		body,
	});
	expect(responseInError({ httpCode: '502', context: {} })).toMatchObject({ body: undefined });
});

test.each([
	['a refused connection', { httpCode: 'ECONNREFUSED', messages: ['connect ECONNREFUSED'] }],
	[
		'an answer of status 200 that was cut off',
		{ httpCode: '200', cause: { response: { status: 200 } } },
	],
	['a status that n8n gives as a value', { httpCode: '429' }],
	['something thrown that is no error', 'status 502'],
	['nothing', undefined],
])('%s is no answer', (_, error) => {
	expect(responseInError(error)).toBeUndefined();
});
