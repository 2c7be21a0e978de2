import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { temporaryFolder, type TemporaryFolder } from '../../real-n8n/temporaryFolder.mts';
import { packedFiles, packedPackage } from './packedPackage.mts';
import type { Scan } from './scan.mts';

async function run(script: string, ...args: string[]): Promise<string> {
	const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
		// Leaves out jest's NODE_ENV, with which some rules of n8n expect the file names of their own tests.
		env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: folder.path, NO_COLOR: '1' },
	});
	return stdout;
}

let folder: TemporaryFolder;
beforeAll(async () => {
	folder = await temporaryFolder('n8n-reviewers');
});
afterAll(async () => await folder.remove());

describe('n8n’s scanner of community packages', () => {
	let source: Scan | undefined;
	let tarball: Scan | undefined;

	beforeAll(async () => {
		const printed = await run(
			require.resolve('tsx/cli'),
			join(__dirname, 'scan.mts'),
			...['source', '.', 'package', packedPackage.folder],
		);
		// Safe cast: scan.mts prints one scan for each pair of arguments.
		[source, tarball] = JSON.parse(printed) as Scan[];
	}, 120_000);

	test('finds nothing in the sources, no warning either', () => {
		expect(source?.findings).toEqual([]);
		expect(source?.files).toBeGreaterThan(70);
	});

	test('finds nothing in the package', () => {
		expect(tarball?.findings).toEqual([]);
		expect(tarball?.files).toBe(1 + packedFiles().filter((file) => file.endsWith('.js')).length);
	});
});

test('publint has nothing to say, not even a suggestion', async () => {
	const publint = join(require.resolve('publint'), '..', 'cli.js');
	expect(await run(publint, 'run', packedPackage.tarball, '--strict')).toMatch(/All good!/);
});
