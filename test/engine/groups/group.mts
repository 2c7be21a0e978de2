import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '..');

/**
 * Runs the test files of one group. For each file that jest starts, n8n's engine takes three seconds to load,
 * so a few groups save time. `npx jest test/engine/limits` still runs a single file.
 */
export function runGroup(group: number, groups: number): void {
	const files = readdirSync(FOLDER).filter((name) => /(?<!\.slow)\.test\.mts$/.test(name));
	for (const file of files.filter((_, index) => index % groups === group)) {
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- the tests of a file belong into its describe
		describe(file, () => void require(join(FOLDER, file)));
	}
}
