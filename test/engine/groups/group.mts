import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '..');

/**
 * Runs the engine's files of tests in a few groups, because n8n's engine takes three seconds to load, and jest
 * loads it anew for each file. `npx jest test/engine/limits` runs one file as ever.
 */
export function runGroup(group: number, groups: number): void {
	const files = readdirSync(FOLDER).filter((name) => /(?<!\.slow)\.test\.mts$/.test(name));
	for (const file of files.filter((_, index) => index % groups === group)) {
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- the tests of a file belong into its describe
		describe(file, () => void require(join(FOLDER, file)));
	}
}
