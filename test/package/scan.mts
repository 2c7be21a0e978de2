/**
 * Makes the two scans of `@n8n/scan-community-package` that need neither npm nor GitHub, with its rules and its
 * ESLint. Ignores comments that turn rules off. Runs as a script, because jest loads no ES modules.
 *
 * Arguments: pairs of `source` or `package` and a folder. Prints a JSON array of `Scan`s.
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
// Unchecked casts: this project has no types of the scanner and of its copy of ESLint.
const scanner = (await import(pathToFileURL(scannerFile).href)) as Scanner;
const { ESLint: ScannersESLint } = createRequire(scannerFile)('eslint') as {
	ESLint: typeof ESLint;
};
const packagePatterns = ['**/*.js', 'package.json'];

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
