import { execFile } from 'node:child_process';
import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface PackageSize {
	/** With its version. */
	name: string;
	packedBytes: number;
	/** How many packages it needs at run time, not counting what those need. */
	dependencies: number;
}

/**
 * Unpacks an npm tarball and reads its package.json.
 * @param workFolder takes what is unpacked
 */
export async function packageSize(tarball: string, workFolder: string): Promise<PackageSize> {
	const folder = await mkdtemp(join(workFolder, 'unpacked-'));
	await promisify(execFile)('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
	// npm packs nothing without a name and a version.
	const packageJson = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
		name: string;
		version: string;
		dependencies?: Record<string, string>;
	};
	return {
		name: `${packageJson.name} ${packageJson.version}`,
		packedBytes: (await stat(tarball)).size,
		dependencies: Object.keys(packageJson.dependencies ?? {}).length,
	};
}
