import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { windowKindNames } from '../../../sandbox/rateWindows.mts';
import { retryAfterKindNames } from '../../../sandbox/retryAfter.mts';
import { CommandLineMistake } from '../../../tooling/CommandLineMistake.mts';
import { namesWith } from '../../../tooling/namesWith.mts';

/** A fresh clone: nothing is installed in it, and no program is there to be started. */
const clone = mkdtempSync(join(tmpdir(), 'backlink-panel-clone-'));
beforeAll(() => cpSync('tooling', join(clone, 'tooling'), { recursive: true }));
afterAll(() => rmSync(clone, { recursive: true }));

function run(...args: string[]) {
	const { status, stdout, stderr } = spawnSync('node', ['tooling/run.mjs', ...args], {
		cwd: clone,
		encoding: 'utf8',
	});
	return { status, stdout, stderr };
}

const commands: Array<[string, string[]]> = [
	['start', ['--once']],
	['sandbox', ['--port', '--host', '--balance', '--limit', '--window', '--retry-after']],
	['check-service', ['--base-url', '--api-key', '--record', '--wrong-key', '--spend', '--anchor']],
	['bench', ['--only', '--quick']],
	['test:e2e', ['--only']],
	['simulate', ['--quick']],
	['check-order-store', ['--traces']],
];

/** 1 of check-service means that the service differs. */
const statusOfMistake = (name: string) => (name === 'check-service' ? 2 : 1);

describe.each(commands)('npm run %s on a fresh clone', (name, options) => {
	it('answers --help with its options', () => {
		const { status, stdout, stderr } = run(name, '--help');
		expect([status, stderr]).toEqual([0, '']);
		for (const option of [...options, '--help']) expect(stdout).toContain(`  ${option}`);
	});

	it('refuses an option that it does not know, with those that it knows', () => {
		const { status, stdout, stderr } = run(name, '--onec');
		expect([status, stdout]).toEqual([statusOfMistake(name), '']);
		expect(stderr).toMatch(/^Unknown option '--onec'\n/);
		for (const option of options) expect(stderr).toContain(`  ${option}`);
	});

	it('refuses a word that is no option', () => {
		expect(run(name, 'once')).toMatchObject({
			status: statusOfMistake(name),
			stderr: expect.stringMatching(/^Unexpected argument 'once'\n/),
		});
	});
});

describe('npm run sandbox', () => {
	it('names every kind that an option can have', () => {
		const { stdout } = run('sandbox', '--help');
		for (const kind of [...windowKindNames, ...retryAfterKindNames]) expect(stdout).toContain(kind);
	});

	it('refuses an option without its value', () => {
		const { status, stderr } = run('sandbox', '--port');
		expect(status).toBe(1);
		expect(stderr).toMatch(/^Option '--port <value>' argument missing\n/);
	});
});

describe('--only', () => {
	const names = ['n8n 2', 'n8n 1', 'editor'];

	it.each([
		[undefined, names],
		[['n8n'], ['n8n 2', 'n8n 1']],
		[
			['editor', '2'],
			['n8n 2', 'editor'],
		],
	])('%j takes %j', (texts, taken) => {
		expect(namesWith(texts, names)).toEqual(taken);
	});

	it('names what there is when nothing has that name', () => {
		const choose = () => namesWith(['n8n', 'queue'], names);
		expect(choose).toThrow(CommandLineMistake);
		expect(choose).toThrow('Nothing has “queue” in its name. There are: n8n 2, n8n 1, editor');
	});
});
