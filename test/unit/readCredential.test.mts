import {
	accountIdentity,
	type PanelAccess,
	readCredential,
	unusableCredentialInWords,
} from '../../nodes/BacklinkPanel/api/parseCredential.ts';

const stored = {
	baseUrl: 'panel.example.com/',
	apiKey: ' demo_live_1a2b3c ',
	requestsPerMinute: 20,
};
const access: PanelAccess = {
	kind: 'access',
	baseUrl: 'https://panel.example.com',
	apiKey: 'demo_live_1a2b3c',
	requestsPerMinute: 20,
};

/** Reads the credential of a node to which n8n gives this. */
const read = async (given: () => unknown) =>
	await readCredential({ getCredentials: async () => (await given()) as never });

describe('the credential of a node', () => {
	test('is the one of this package, cleaned', async () => {
		const asked: string[] = [];
		const getCredentials = async (type: string) => {
			asked.push(type);
			return await Promise.resolve(stored as never);
		};
		expect(await readCredential({ getCredentials })).toEqual(access);
		expect(asked).toEqual(['backlinkPanelApi']);
	});

	test('that cannot be used is told as what is wrong with it', async () => {
		expect(await read(() => ({ ...stored, baseUrl: 'http://panel.example.com' }))).toMatchObject({
			reason: 'invalidCredential',
			detail: 'The Base URL has to start with https',
			advice: expect.stringContaining('the API key could be read on the way'),
		});
	});

	test.each([
		['an error', new Error('Credential with ID "7" does not exist.'), 'does not exist. Choose'],
		['a text', 'no credentials set', 'no credentials set. Choose a credential in the node'],
		['an error with two sentences', new Error('Not found. Sorry'), 'Not found. Sorry. Choose'],
	])('that n8n cannot give is told in its words: %s', async (_, thrown, words) => {
		const failed = await read(() => {
			throw thrown;
		});
		expect(failed).toMatchObject({
			reason: 'invalidCredential',
			detail: 'The credential could not be read',
			advice: expect.stringContaining(`n8n said: `),
		});
		expect(failed).toHaveProperty('advice', expect.stringContaining(words));
	});
});

test('where n8n has room for one text, it has both sentences', () => {
	const unusable = { message: 'The API Key is empty', description: 'Copy it.' };
	expect(unusableCredentialInWords({ kind: 'unusable', ...unusable })).toBe(
		'The API Key is empty. Copy it.',
	);
});

describe('the account of a credential', () => {
	test('is that of its key and its address, whatever else it says', () => {
		expect(accountIdentity({ ...access })).toBe(
			accountIdentity({ ...access, requestsPerMinute: 60 }),
		);
		expect(accountIdentity({ ...access, apiKey: 'demo_live_other' })).not.toBe(
			accountIdentity(access),
		);
		expect(accountIdentity({ ...access, baseUrl: 'https://b.example' })).not.toBe(
			accountIdentity(access),
		);
	});

	test('is the same each time it is asked for', () => {
		expect(accountIdentity(access)).toBe(accountIdentity(access));
	});

	test('does not show the key', () => {
		expect(accountIdentity(access)).toMatch(/^[0-9a-f]{64}$/);
	});
});
