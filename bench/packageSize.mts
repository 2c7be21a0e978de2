import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface PackageSize {
	/** With its version. */
	name: string;
	packedBytes: number;
	/** Of all files together. */
	unpackedBytes: number;
	files: number;
	/** How many packages it needs at run time, not counting what those need. */
	dependencies: number;
}

/**
 * Unpacks an npm tarball and looks at what is in it.
 * @param workFolder takes what is unpacked
 */
export async function packageSize(tarball: string, workFolder: string): Promise<PackageSize> {
	const folder = await mkdtemp(join(workFolder, 'unpacked-'));
	await promisify(execFile)('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	const sizes = await Promise.all(
		files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
	);
	// npm packs nothing without a name and a version.
	const packageJson = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
		name: string;
		version: string;
		dependencies?: Record<string, string>;
	};
	return {
		name: `${packageJson.name} ${packageJson.version}`,
		packedBytes: (await stat(tarball)).size,
		unpackedBytes: sizes.reduce((sum, size) => sum + size, 0),
		files: files.length,
		dependencies: Object.keys(packageJson.dependencies ?? {}).length,
	};
}
