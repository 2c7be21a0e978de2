import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { run as runSandbox } from '../../sandbox/cli.mts';
import { sandboxStart } from '../../sandbox/commandLine.mts';
import { CommandLineMistake, namesWith } from '../../tooling/commandLine.mts';

/** Folder like a fresh clone, but with `tooling` only: no dependency is installed, and no program could run. */
const clone = mkdtempSync(join(tmpdir(), 'backlink-panel-clone-'));
beforeAll(() => cpSync('tooling', join(clone, 'tooling'), { recursive: true }));
afterAll(() => rmSync(clone, { recursive: true }));

function run(...args: string[]) {
	const options = { cwd: clone, encoding: 'utf8' } as const;
	const { status, stdout, stderr } = spawnSync('node', ['tooling/run.mjs', ...args], options);
	return { status, stdout, stderr };
}

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
	readFileSync('package.json', 'utf8'),
);
const names = Object.entries(scripts)
	.filter(([, script]) => script.includes('tooling/run.mjs'))
	.map(([name]) => name);

test.each(names)('npm run %s on a fresh clone answers a mistake with its options', (name) => {
	const mistaken = run(name, '--onec');
	// Exit code 1 of check-service means that the service differs from the assumptions.
	expect(mistaken.status).toBe(name === 'check-service' ? 2 : 1);
	expect(mistaken.stderr).toMatch(/^Unknown option '--onec'\n/);
	expect(mistaken.stderr).toContain('\n  --help');
});

test('--help says the same, and is no mistake', () => {
	const { status, stdout, stderr } = run('sandbox', '--help');
	expect([status, stderr]).toEqual([0, '']);
	expect(stdout).toMatch(/\n {2}--port <number>.*\n {2}--host/s);
	expect(run('sandbox', '--onec').stderr).toContain(stdout);
});

test.each([
	['once', /^Unexpected argument 'once'\n/],
	['--port', /^Option '--port <value>' argument missing\n/],
])('npm run sandbox refuses %s', (argument, words) => {
	const told = run('sandbox', argument);
	expect(told).toMatchObject({ status: 1, stderr: expect.stringMatching(words) });
});

test('--only takes every name that contains one of its texts, and lists all names if none does', () => {
	const names = ['n8n 2', 'n8n 1', 'editor'];
	expect(namesWith(undefined, names)).toEqual(names);
	expect(namesWith(['editor', '2'], names)).toEqual(['n8n 2', 'editor']);
	expect(() => namesWith(['n8n', 'queue'], names)).toThrow(
		'Nothing has “queue” in its name. There are: n8n 2, n8n 1, editor',
	);
});

test('options go before environment variables, and these before the documented defaults', () => {
	const options = { port: '0', 'retry-after': 'date' };
	const environment = { SANDBOX_PORT: '9000', SANDBOX_BALANCE: '5' };
	expect(sandboxStart(options, environment)).toEqual({
		port: 0,
		host: '127.0.0.1',
		balance: 5,
		rateLimit: { window: 'sliding', limit: 60, retryAfter: 'date' },
	});
});

test.each([
	[{ port: '70000' }, {}, '--port (SANDBOX_PORT)'],
	[{ balance: 'many' }, {}, '--balance'],
	[{ limit: '0' }, {}, '--limit'],
	[{ window: 'weekly' }, {}, '--window'],
	[{}, { SANDBOX_RETRY_AFTER: 'soon' }, '--retry-after (SANDBOX_RETRY_AFTER)'],
])('the mistake in %j %j is named', (options, environment, option) => {
	const start = () => sandboxStart(options, environment);
	expect(start).toThrow(CommandLineMistake);
	expect(start).toThrow(option);
});

test('a host that is not of this machine is named', async () => {
	const words = '--host 203.0.113.1 cannot be listened on: EADDRNOTAVAIL';
	await expect(runSandbox({ host: '203.0.113.1', port: '0' })).rejects.toThrow(words);
});
