import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Package as it would be published, packed once for all tests. */
export const packedPackage = {
	tarball: fromSetup('TESTED_TARBALL'),
	/** Folder of the unpacked package, beside n8n-workflow as in an n8n. */
	folder: fromSetup('TESTED_PACKAGE'),
};

export function packedFiles(): string[] {
	return readdirSync(packedPackage.folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(packedPackage.folder.length + 1))
		.map((path) => path.split(sep).join('/'))
		.sort();
}

export function packedText(path: string): string {
	return readFileSync(join(packedPackage.folder, path), 'utf8');
}

function fromSetup(name: string): string {
	const value = process.env[name];
	if (value === undefined) throw new Error(`${name} is set by packOnce.mts, jest's global setup`);
	return value;
}
