import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const folders = ['test/unit', 'test/unit/description', 'test/order-store'];

/** Slower than all others together. */
const slow = /unit\/spendingLimitsAtOnce|order-store\/everyInterleaving/;

/** The tests that mutants are run against: those that need no engine of n8n. Paths from the given folder on. */
export function fastTests(root: string): string[] {
	return folders
		.flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
		.filter((file) => file.endsWith('.test.mts') && !slow.test(file))
		.sort();
}
