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

export interface Scan {
	files: number;
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
