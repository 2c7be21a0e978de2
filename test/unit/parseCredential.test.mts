import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { parseCredential } from '../../nodes/BacklinkPanel/api/parseCredential.ts';

const usable = { baseUrl: 'https://panel.example.com', apiKey: 'demo_live_1a2b3c' };

function access(credential: ICredentialDataDecryptedObject) {
	const read = parseCredential({ ...usable, ...credential });
	if (read.kind === 'unusable') throw new Error(`${read.message}. ${read.description}`);
	return read;
}

function refusal(credential: ICredentialDataDecryptedObject) {
	const read = parseCredential({ ...usable, ...credential });
	if (read.kind === 'access') throw new Error(`accepted: ${JSON.stringify(read)}`);
	return read;
}

describe('the Base URL', () => {
	test.each([
		['an address as it should be', 'https://panel.example.com', 'https://panel.example.com'],
		['a trailing slash', 'https://panel.example.com/', 'https://panel.example.com'],
		['several trailing slashes', 'https://panel.example.com///', 'https://panel.example.com'],
		['/api at the end', 'https://panel.example.com/api', 'https://panel.example.com'],
		['/api/ at the end', 'https://panel.example.com/api/', 'https://panel.example.com'],
		['/api/v1 at the end', 'https://panel.example.com/api/v1', 'https://panel.example.com'],
		['/api/v1/ at the end', 'https://panel.example.com/api/v1/', 'https://panel.example.com'],
		['a path prefix', 'https://example.com/panel', 'https://example.com/panel'],
		['a path prefix and a slash', 'https://example.com/panel/', 'https://example.com/panel'],
		['a path prefix and /api/v1', 'https://example.com/panel/api/v1', 'https://example.com/panel'],
		['a prefix that ends like /api', 'https://example.com/myapi', 'https://example.com/myapi'],
		['a prefix that is a version', 'https://example.com/v1', 'https://example.com/v1'],
		['/api in the middle', 'https://example.com/api/panel', 'https://example.com/api/panel'],
		['a port', 'https://panel.example.com:8443/', 'https://panel.example.com:8443'],
		['the port of https', 'https://panel.example.com:443', 'https://panel.example.com'],
		['no scheme', 'panel.example.com', 'https://panel.example.com'],
		['no scheme but a port', 'panel.example.com:8443', 'https://panel.example.com:8443'],
		['no scheme but /api/v1', 'panel.example.com/api/v1', 'https://panel.example.com'],
		['two slashes and no scheme', '//panel.example.com', 'https://panel.example.com'],
		['capital letters', 'HTTPS://Panel.Example.COM', 'https://panel.example.com'],
		['spaces around it', '  https://panel.example.com \t', 'https://panel.example.com'],
		['a line break after it', 'https://panel.example.com\n', 'https://panel.example.com'],
		['an invisible first letter', '\u200bhttps://panel.example.com', 'https://panel.example.com'],
		[
			'invisible letters after it',
			'https://panel.example.com\u00ad\ufeff',
			'https://panel.example.com',
		],
		['/api in it twice', 'https://panel.example.com/api/api/v1', 'https://panel.example.com/api'],
		['Turkish letters in the host', 'https://örnek.com', 'https://xn--rnek-4qa.com'],
	])('with %s is cleaned', (_, typed, cleaned) => {
		expect(access({ baseUrl: typed }).baseUrl).toBe(cleaned);
	});

	test.each([
		['nothing', '', 'The Base URL is empty'],
		['only spaces', '   ', 'The Base URL is empty'],
		['a space inside', 'https://panel .example.com', 'The Base URL is not a web address'],
		['a space in the path', 'https://panel.example.com/my panel', 'not a web address'],
		['a line break inside', 'https://panel.\nexample.com', 'not a web address'],
		['a scheme alone', 'https://', 'not a web address'],
		['ftp', 'ftp://panel.example.com', 'not a web address'],
		['file', 'file:///etc/hosts', 'not a web address'],
		['a misspelled scheme', 'htps://panel.example.com', 'not a web address'],
		['a scheme without its colon', 'https//panel.example.com', 'not a web address'],
		['http without its colon', 'http//panel.example.com', 'not a web address'],
		['a scheme with one slash', 'https:/panel.example.com', 'not a web address'],
		['a scheme with backslashes', 'https:\\\\panel.example.com', 'not a web address'],
		['an invisible letter in it', 'https://panel\u200b.example.com', 'not a web address'],
		['a query', 'https://panel.example.com/?key=1', 'has a query or a fragment'],
		['an empty query', 'https://panel.example.com/?', 'has a query or a fragment'],
		['a fragment', 'https://panel.example.com/#account', 'has a query or a fragment'],
		['an empty fragment', 'https://panel.example.com/#', 'has a query or a fragment'],
		['user and password', 'https://user:secret@example.com', 'contains a user name or password'],
		['a user', 'https://user@example.com', 'contains a user name or password'],
		['a look-alike user', 'http://localhost@example.com', 'contains a user name or password'],
		['user and password, no scheme', 'user:secret@example.com', 'contains a user name or password'],
	])('with %s is refused', (_, typed, message) => {
		expect(refusal({ baseUrl: typed }).message).toContain(message);
	});

	test('that is missing is refused as empty', () => {
		expect(refusal({ baseUrl: undefined as unknown as string }).message).toBe(
			'The Base URL is empty',
		);
	});

	test.each([['user:secret@example.com'], ['https://panel.example.com/?token=secret']])(
		'that is refused is not repeated in the text, it may hold a secret: %s',
		(typed) => {
			expect(JSON.stringify(refusal({ baseUrl: typed }))).not.toContain('secret');
		},
	);
});

describe('the API Key', () => {
	test.each([
		['as it should be', 'demo_live_1a2b3c'],
		['with spaces around it', '  demo_live_1a2b3c '],
		['with a tab before it', '\tdemo_live_1a2b3c'],
		['with a line break after it', 'demo_live_1a2b3c\n'],
		['with a carriage return after it', 'demo_live_1a2b3c\r\n'],
		['with a no-break space after it', 'demo_live_1a2b3c\u00a0'],
		['with invisible letters around it', '\ufeffdemo_live_1a2b3c\u200b'],
		['with the word before it', 'Bearer demo_live_1a2b3c'],
		['with the word in small letters', 'bearer demo_live_1a2b3c'],
		['with the word in capitals and a tab', 'BEARER\tdemo_live_1a2b3c'],
		['with the word and several spaces', ' Bearer   demo_live_1a2b3c '],
		['with the word and a colon', 'Bearer: demo_live_1a2b3c'],
		['with the word twice', 'Bearer Bearer demo_live_1a2b3c'],
		['with the whole header', 'Authorization: Bearer demo_live_1a2b3c'],
		['with the header in small letters', 'authorization:bearer demo_live_1a2b3c'],
		['with the header without the word', 'Authorization: demo_live_1a2b3c'],
		['with the header and a tab', 'Authorization\tBearer demo_live_1a2b3c'],
		['with the header and an equals sign', 'Authorization=Bearer demo_live_1a2b3c'],
		['with spaces around the colon', 'Authorization : Bearer : demo_live_1a2b3c'],
		['with the header and two spaces', 'Authorization  Bearer demo_live_1a2b3c'],
		['with the word twice and two spaces', 'Bearer  Bearer  demo_live_1a2b3c'],
		['with the word twice and two colons', 'Bearer:  Bearer:  demo_live_1a2b3c'],
		['in quotes', ' "demo_live_1a2b3c" '],
		['in single quotes', "'demo_live_1a2b3c'"],
		['in quotes with white space in them', '" demo_live_1a2b3c\n"'],
		['in quotes behind the word', 'Bearer "demo_live_1a2b3c"'],
		['in quotes with the word', '"Bearer demo_live_1a2b3c"'],
		['as a line of JSON', '"Authorization": "Bearer demo_live_1a2b3c"'],
		['as a line of Python', "'Authorization': 'Bearer demo_live_1a2b3c'"],
		['as an option of curl', '-H "Authorization: Bearer demo_live_1a2b3c"'],
		['as an option of curl without a space', '-H"Authorization: Bearer demo_live_1a2b3c"'],
		['as an option of curl and two spaces', '-H  "Authorization: Bearer demo_live_1a2b3c"'],
		['as a long option of curl', "--header 'authorization: Bearer demo_live_1a2b3c'"],
	])('%s is accepted, trimmed', (_, typed) => {
		expect(access({ apiKey: typed }).apiKey).toBe('demo_live_1a2b3c');
	});

	test('keeps every printable sign', () => {
		expect(access({ apiKey: 'a_live_!"#$%&\'()*+,-./:;<=>?@[\\]^`{|}~' }).apiKey).toBe(
			'a_live_!"#$%&\'()*+,-./:;<=>?@[\\]^`{|}~',
		);
	});

	test.each(['"a_live_1', "a_live_1'", '"a_live_1\'', '-H_a_live_1', 'authorization_1'])(
		'keeps what may belong to it: %s',
		(apiKey) => {
			expect(access({ apiKey }).apiKey).toBe(apiKey);
		},
	);

	test.each(['demo"live_1a2b3c"', '"demo_live"1a2b3c'])(
		'quotes are part of the key %s',
		(apiKey) => {
			expect(access({ apiKey }).apiKey).toBe(apiKey);
		},
	);

	test.each([
		['nothing', ''],
		['only quotes', '""'],
		['only the header in quotes', '"Authorization: Bearer "'],
		['only white space', ' \n\t'],
		['only what cannot be seen', '\u200b\ufeff'],
		['only the word', ' Bearer '],
		['only the header', 'Authorization: Bearer'],
	])('%s is refused as empty', (_, typed) => {
		expect(refusal({ apiKey: typed }).message).toBe('The API Key is empty');
	});

	test('that is missing is refused as empty', () => {
		expect(refusal({ apiKey: undefined as unknown as string }).message).toBe(
			'The API Key is empty',
		);
	});

	test.each([
		['a space inside', 'demo_live_1a 2b3c'],
		['a line break inside', 'demo_live_1a\n2b3c'],
		['a tab inside', 'demo_live_1a\t2b3c'],
		['a dotless ı', 'demo_lıve_1a2b3c'],
		['Turkish letters', 'demo_live_şğç'],
		['smart quotes', '“demo_live_1a2b3c”'],
		['an invisible space inside', 'demo_live_\u200b1a2b3c'],
		['a control character', 'demo_live_\u00001a2b3c'],
		['another word before it', 'Basic demo_live_1a2b3c'],
	])('with %s is refused, and not repeated in the text', (_, typed) => {
		const { message, description } = refusal({ apiKey: typed });
		expect(message).toBe('The API Key contains characters that a key cannot have');
		expect(description).toContain('Copy the key again');
		expect(message + description).not.toContain('demo_l');
	});
});

test.each([
	[{ baseUrl: '' }, 'Enter the address of the panel, e.g. https://panel.example.com'],
	[{ baseUrl: 'ftp://x' }, 'Enter the address of the panel'],
	[{ baseUrl: 'https://x?a' }, 'Remove “?”, “#” and what follows. Enter the address'],
	[{ baseUrl: 'https://a@x' }, 'Remove everything before “@”. Enter the address'],
	[{ apiKey: '' }, 'Copy the key from the panel, under Account → API.'],
	[{ apiKey: 'short' }, 'copied only in part, or with other text. Copy the key from the panel'],
	[{ requestsPerMinute: 0 }, 'Set it to 60, the documented limit of the service'],
])('%j: the user reads what to do', (fields, advice) => {
	expect(refusal(fields).description).toContain(advice);
});

describe('an API Key that could not be kept out of texts', () => {
	test.each([
		['seven characters', 'abcdefg'],
		['seven characters behind the word', 'Bearer abcdefg'],
		['one character', '~'],
		['more than a key can have', 'x'.repeat(1_001)],
	])('%s: refused, and not repeated in the text', (_, typed) => {
		const { message, description } = refusal({ apiKey: typed });
		expect(message).toBe('The API Key has to have 8 to 1,000 characters');
		expect(message + description).not.toContain(typed.slice(-7));
	});

	test.each([['abcdefgh'], ['x'.repeat(1_000)], ['bearer_of_keys']])('%s is taken', (typed) => {
		expect(access({ apiKey: typed }).apiKey).toBe(typed);
	});
});

describe('fields of any length are read once', () => {
	test.each([
		['slashes at the end', `https://panel.example.com${'/'.repeat(400_000)}`],
		['slashes before a letter', `https://panel.example.com${'/'.repeat(400_000)}x`],
		['slashes and /api', `https://panel.example.com${'/api'.repeat(100_000)}`],
		['dots', `https://panel${'.'.repeat(400_000)}com`],
		['spaces before it', `${' '.repeat(400_000)}https://panel.example.com`],
		['spaces in it', `https://panel${' '.repeat(400_000)}.example.com`],
		['letters of a scheme', 'a'.repeat(400_000)],
	])('Base URL: %s', (_, baseUrl) => {
		expect(parseCredential({ ...usable, baseUrl }).kind).toMatch(/access|unusable/);
	});

	test.each([
		['the word', `${'Bearer '.repeat(100_000)}x`],
		['spaces behind the word', `Bearer${' '.repeat(400_000)}x`],
		['spaces behind the header', `Authorization${' '.repeat(400_000)}x`],
		['spaces in quotes', `"${' '.repeat(400_000)}x`],
		['quotes', '"'.repeat(400_000)],
		['invisible letters', `x${'\u200b'.repeat(400_000)}x`],
	])('API Key: %s', (_, apiKey) => {
		expect(parseCredential({ ...usable, apiKey }).kind).toBe('unusable');
	});
});

describe('Requests per Minute', () => {
	test.each([
		['not given', undefined, 60],
		['given as null', null, 60],
		['the documented limit', 60, 60],
		['one', 1, 1],
		['lower', 20, 20],
		['higher', 120, 120],
		['the most', 100_000, 100_000],
		['a number as text', '30', 30],
		['with decimals', 12.9, 12],
	])('%s', (_, typed, used) => {
		// A credential made by an expression or by an older version may hold any of these.
		const requestsPerMinute = typed as number;
		expect(access({ requestsPerMinute }).requestsPerMinute).toBe(used);
	});

	test.each([
		['zero', 0],
		['less than one', 0.5],
		['negative', -60],
		['a word', 'many'],
		['endless', Number.POSITIVE_INFINITY],
		['no number', Number.NaN],
		['more than anybody sends', 100_001],
		['in powers of ten', '1e2'],
		['in hex digits', '0x3c'],
		['with a comma', '1,5'],
		['in Arabic digits', '٦٠'],
	])('%s is refused', (_, typed) => {
		expect(refusal({ requestsPerMinute: typed }).message).toBe(
			'Requests per Minute has to be a number from 1 to 100,000',
		);
	});
});
