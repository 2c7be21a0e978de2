import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { temporaryFolder, type TemporaryFolder } from '../../real-n8n/temporaryFolder.mts';
import { packedFiles, packedPackage } from './packedPackage.mts';

/**
 * The two legs of `@n8n/scan-community-package` that work without npm and GitHub: with its rules, its
 * ESLint, and comments that turn rules off ignored. Run as a script, because jest loads no ES modules.
 *
 * Arguments: pairs of a leg, `source` or `package`, and a folder. Prints a JSON array of `Scan`s.
 */
import type { ESLint, Linter } from 'eslint';
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What was found in a folder. */
interface Scan {
	files: number;
	/** Errors and warnings, a line each. */
	findings: string[];
}

interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	buildScanConfig(): Promise<Linter.Config[]>;
}

const require = createRequire(import.meta.url);
const scannerFile = require.resolve('@n8n/scan-community-package/scanner/scanner.mjs');
// Neither the scanner nor its own copy of ESLint is typed for us.
const scanner = (await import(pathToFileURL(scannerFile).href)) as Scanner;
const { ESLint: ScannersESLint } = createRequire(scannerFile)('eslint') as {
	ESLint: typeof ESLint;
};
const packagePatterns = ['**/*.js', 'package.json'];

// One after another, as the scanner does.
const scans: Scan[] = [];
for (let index = 2; index + 1 < process.argv.length; index += 2) {
	const [leg, folder] = process.argv.slice(index);
	if (folder !== undefined) scans.push(await scan(resolve(folder), leg === 'source'));
}
console.log(JSON.stringify(scans));

async function scan(folder: string, isSource: boolean): Promise<Scan> {
	const eslint = new ScannersESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await scanner.buildScanConfig(),
	});
	const results = await eslint.lintFiles(isSource ? scanner.SOURCE_FILE_PATTERNS : packagePatterns);
	const findings = results.flatMap(({ filePath, messages }) =>
		messages.map(
			({ ruleId, line, message }) => `${relative(folder, filePath)}:${line} ${ruleId}: ${message}`,
		),
	);
	return { files: results.length, findings };
}

/** Runs a script of a development dependency or of this folder, and returns what it prints. */
async function run(script: string, ...args: string[]): Promise<string> {
	const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
		// jest's NODE_ENV would make some of n8n's rules look for the file names of their own tests.
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
		// It prints one for each of its arguments.
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
