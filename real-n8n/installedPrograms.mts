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
 * Finds programs of this system; installs their package first where they are missing.
 * @returns the folder they are in
 * @throws when they are missing and cannot be installed, with the command that a person can use
 */
export async function installedPrograms(
	programs: Programs,
	report: Report = console.log,
): Promise<string> {
	const { names, debianPackage } = programs;
	return await foundOrInstalled(
		async () => await folderOf(programs),
		names,
		[debianPackage],
		report,
	);
}

/**
 * Looks for something on this system. Where it is missing, Debian's packages are installed if that is
 * possible, and it is looked for again; the services that come with them are not started.
 * @param names what is looked for, for people
 * @throws when it is missing and cannot be installed, with the command that a person can use
 */
export async function foundOrInstalled<Found>(
	find: () => Promise<Found | undefined>,
	names: string[],
	debianPackages: string[],
	report: Report = console.log,
): Promise<Found> {
	const found = await find();
	if (found !== undefined) return found;

	const packages = debianPackages.join(' ');
	if (canInstallDebianPackages()) {
		report(`installing ${packages} with apt-get (once)`);
		await installDebianPackages(debianPackages);
		const installed = await find();
		if (installed !== undefined) return installed;
	}
	throw new Error(
		`${names.join(', ')}: not installed. On Debian and Ubuntu, "sudo apt-get install ${packages}" installs what is missing.`,
	);
}

async function folderOf({ names, versionsFolder }: Programs): Promise<string | undefined> {
	const folders = [
		...foldersInPath(),
		...(versionsFolder ? await newestFirst(versionsFolder) : []),
	];
	return folders.find((folder) => names.every((name) => existsSync(join(folder, name))));
}

async function newestFirst(versionsFolder: string): Promise<string[]> {
	const versions = await readdir(versionsFolder).catch((): string[] => []);
	return versions
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(versionsFolder, version, 'bin'));
}

/** Where this system looks for programs. */
export function foldersInPath(): string[] {
	return (process.env.PATH ?? '').split(delimiter).filter(Boolean);
}
