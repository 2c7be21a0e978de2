import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Report } from './cachedInstallation.mts';
import { canInstallDebianPackages, installDebianPackages } from './debianPackages.mts';

export interface Programs {
	/** Such as `redis-server`; all in one folder. */
	names: string[];
	/** The package of Debian and Ubuntu that has them. */
	debianPackage: string;
	/** A folder in which each version has a folder of its own, with `bin` in it. */
	versionsFolder?: string;
}

/**
 * Finds programs of this system. Where they are missing, their package is installed if that is
 * possible; the services that come with it are not started.
 * @returns the folder they are in
 * @throws when they are missing and cannot be installed, with the command that a person can use
 */
export async function installedPrograms(
	programs: Programs,
	report: Report = console.log,
): Promise<string> {
	const { names, debianPackage } = programs;
	const found = await folderOf(programs);
	if (found !== undefined) return found;

	if (canInstallDebianPackages()) {
		report(`installing ${debianPackage} with apt-get (once)`);
		await installDebianPackages([debianPackage]);
		const installed = await folderOf(programs);
		if (installed !== undefined) return installed;
	}
	throw new Error(
		`${names.join(', ')}: not installed. On Debian and Ubuntu, "sudo apt-get install ${debianPackage}" installs what is missing.`,
	);
}

async function folderOf({ names, versionsFolder }: Programs): Promise<string | undefined> {
	const inPath = (process.env.PATH ?? '').split(delimiter);
	const folders = [...inPath, ...(versionsFolder ? await newestFirst(versionsFolder) : [])];
	return folders.find((folder) => names.every((name) => existsSync(join(folder, name))));
}

async function newestFirst(versionsFolder: string): Promise<string[]> {
	const versions = await readdir(versionsFolder).catch((): string[] => []);
	return versions
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(versionsFolder, version, 'bin'));
}
