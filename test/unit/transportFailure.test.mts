import { transportFailureInWords } from '../../nodes/BacklinkPanel/api/transportFailure.ts';
import {
	TIMEOUT_MS,
	type Fields,
	errorWith,
	fromN8n2,
	fromN8n1,
	failedCall,
	ofHandshake,
	request,
	standIn,
	timeoutText,
	told,
} from './helperErrors.mts';

describe('the user reads', () => {
	test.each([
		[
			'a refused connection',
			failedCall('connect', 'ECONNREFUSED')[1],
			'the connection was refused',
		],
		['the technical code', failedCall('connect', 'ECONNREFUSED')[1], '(ECONNREFUSED)'],
		['an unknown name', { httpCode: 'ENOTFOUND' }, 'no host has this name'],
		['a certificate', { code: 'CERT_HAS_EXPIRED' }, 'the certificate is not accepted'],
		[
			'what OpenSSL said',
			fromN8n1('EPROTO', ofHandshake('wrong version number')),
			'no secure connection could be made (wrong version number)',
		],
	])('why a request did not leave: %s', (_, error, words) => {
		expect(told(error).message).toContain(words);
		expect(transportFailureInWords(error, TIMEOUT_MS)).toContain(words);
	});

	test.each([
		['a timeout', fromN8n2({ code: 'ECONNABORTED' }, {}, timeoutText), 'within 120 s'],
		['a timeout, n8n 1.x', fromN8n1('ECONNABORTED', timeoutText), 'within 120 s'],
		['a cut answer', fromN8n1('200', 'stream has been aborted'), 'the answer was cut off'],
		['a cancel', fromN8n1('ERR_CANCELED', 'canceled'), 'the execution was stopped'],
		['a reset', fromN8n1('ECONNRESET', 'read ECONNRESET'), 'the connection was lost'],
		['what nobody foresaw', new Error('Something else'), 'Something else'],
	])('how an answer was lost: %s', (_, error, words) => {
		expect(told(error).description).toContain(words);
	});

	test.each([
		['a text without a code', { name: 'SsrfBlockedIpError' }, 'n8n blocks this address'],
		[
			'the status of a proxy',
			fromN8n2({ request: request(standIn), response: { status: 502 } }),
			'the proxy could not connect to it (status 502)',
		],
		['an error without any word', new Error(), 'the connection was lost before the answer arrived'],
		[
			'an HTTP status, which is no code',
			fromN8n1('200', 'incorrect header check'),
			'the connection was lost before the answer arrived (incorrect header check)',
		],
		[
			'words that end in a code, which are none',
			{ code: 'lost: ECONNRESET', message: 'Something else' },
			'the connection was lost before the answer arrived (Something else)',
		],
		[
			'words that begin with a code, which are none',
			{ code: 'ECONNRESET, again', message: 'Something else' },
			'the connection was lost before the answer arrived (Something else)',
		],
		[
			'an empty text behind another',
			errorWith('Something else', { messages: [''] }),
			'the connection was lost before the answer arrived (Something else)',
		],
		[
			'a timeout of the system',
			{ code: 'ETIMEDOUT', syscall: 'read' },
			'no answer came within 120 s',
		],
	])('nothing more than is known: %s', (_, error, words) => {
		expect(transportFailureInWords(error, TIMEOUT_MS)).toBe(words);
	});

	test.each([
		'ended as nobody foresaw',
		'Proxy connection ended before receiving CONNECT response',
	])('what was said once, although n8n, axios and Node each say it: %s', (text) => {
		for (const error of [fromN8n2({}, { name: 'Error' }, text), fromN8n1(undefined, text)]) {
			const { message, description } = told(error);
			expect(`${message} ${description}`.split(text).length).toBeLessThanOrEqual(2);
		}
	});

	test('no secrets of the request, even if an error carries them', () => {
		const config = { headers: { Authorization: 'Bearer demo_live_1a2b3c' } };
		const error = fromN8n2(
			{ code: 'ECONNRESET', config, request: { ...config, socket: null } },
			{ code: 'ECONNRESET' },
		);
		expect(JSON.stringify(told(error))).not.toContain('demo_live_1a2b3c');
	});
});

test('an error that is its own cause ends the search', () => {
	const error: Fields = { message: 'round and round' };
	error.cause = error;
	error.errors = [error];
	expect(told(error).reason).toBe('outcomeUnknown');
});
