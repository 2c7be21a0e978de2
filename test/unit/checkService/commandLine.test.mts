import { checkOf } from '../../../tooling/checkService/commandLine.mts';
import { runCommand } from './runCommand.mts';

const access = { 'base-url': 'https://panel.example', 'api-key': 'gizli_live_9f8e7d6c5b4a' };

test.each([
	[{ 'base-url': 'ftp://panel.example' }, 'The Base URL is not a web address'],
	[{ 'api-key': 'kısa anahtar' }, 'The API Key contains characters'],
	[{ spend: '2', 'target-url': 'https://acme.example/', anchor: 'Acme' }, '--spend 1'],
	[{ spend: '1', 'target-url': 'acme', anchor: 'Acme' }, '--target-url'],
	[{ spend: '1', 'target-url': 'https://acme.example/' }, '--anchor'],
	[{ 'target-url': 'https://acme.example/' }, '--spend 1'],
])('%j is refused', (options, message) => {
	expect(() => checkOf({ ...access, ...options }, {})).toThrow(message);
});

test.each([
	['a key in the wrong place is not repeated', [access['api-key']], "'gizli_live_…'"],
	['nothing answers at the address', ['--base-url', 'http://127.0.0.1:9'], 'Not everything'],
])('%s: exit code 2', async (_case, options, told) => {
	const { code, output } = await runCommand(options, access['base-url'], access['api-key']);
	expect([code, output]).toEqual([2, expect.stringContaining(told)]);
	expect(output).not.toContain('9f8e7d6c5b4a');
});
