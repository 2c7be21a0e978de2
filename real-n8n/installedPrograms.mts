import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { atProcessEnd } from './atProcessEnd.mts';
import type { Report } from './cachedInstallation.mts';
import { runCommand } from './runCommand.mts';
import { temporaryFolder } from './temporaryFolder.mts';

export interface Programs {
	/** Such as `redis-server`; all in one folder. */
	names: string[];
	/** The package of Debian and Ubuntu that has them. */
	debianPackage: string;
	/** A folder in which each version has a folder of its own, with `bin` in it. */
	versionsFolder?: string;
}

/** Debian asks this script whether a package may start its services; 101 says no. */
const servicePolicy = { file: '/usr/sbin/policy-rc.d', text: '#!/bin/sh\nexit 101\n' };

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

	const isRoot = process.getuid?.() === 0;
	if (isRoot && existsSync('/usr/bin/apt-get')) {
		report(`installing ${debianPackage} with apt-get (once)`);
		await install(debianPackage);
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

async function install(debianPackage: string): Promise<void> {
	const folder = await temporaryFolder('backlink-panel-apt');
	const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	const logFile = join(folder.path, 'apt-get.log');
	const aptGet = async (...args: string[]) =>
		await runCommand({ command: 'apt-get', args, folder: folder.path, environment, logFile });
	const allowServices = forbidServices();
	try {
		await aptGet('update');
		// Another installation may be going on.
		const waiting = ['-o', 'DPkg::Lock::Timeout=120'];
		await aptGet(...waiting, 'install', '--yes', '--no-install-recommends', debianPackage);
	} catch (error) {
		folder.keep();
		throw error;
	} finally {
		allowServices();
	}
	await folder.remove();
}

/** @returns a function that takes the prohibition back */
function forbidServices(): () => void {
	const { file, text } = servicePolicy;
	if (existsSync(file)) return () => {}; // containers have one that says no
	writeFileSync(file, text, { mode: 0o755, flag: 'wx' });
	const remove = () => rmSync(file, { force: true });
	const forget = atProcessEnd(remove);
	return () => {
		remove();
		forget();
	};
}
