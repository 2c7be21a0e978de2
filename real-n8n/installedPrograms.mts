import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { atProcessEnd } from './atProcessEnd.mts';
import type { Report } from './cachedInstallation.mts';
import { runCommand } from './runCommand.mts';
import { temporaryFolder } from './temporaryFolder.mts';

export interface Programs {
	/** Names, e.g. `redis-server`; all in one folder. */
	names: string[];
	/** Package of Debian and Ubuntu that contains them. */
	debianPackage: string;
	/** Folder with a subfolder for each version, which contains `bin`. */
	versionsFolder?: string;
}

/**
 * Finds programs of this system; if they are missing, installs their package first.
 * @returns the folder of the programs
 * @throws if they are missing and cannot be installed, with a command for the user
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
 * Looks for something on this system. If it is missing, installs Debian's packages if possible, and looks
 * again. The services of these packages are not started.
 * @param names names of the missing programs, for people
 * @throws if it is missing and cannot be installed, with a command for the user
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

/** Folders in which this system looks for programs. */
export function foldersInPath(): string[] {
	return (process.env.PATH ?? '').split(delimiter).filter(Boolean);
}

/** Script by which Debian decides if a package may start its services; 101 means no. */
const servicePolicy = { file: '/usr/sbin/policy-rc.d', text: '#!/bin/sh\nexit 101\n' };

/** Last installation requested: apt-get refuses two at once. */
let last: Promise<void> = Promise.resolve();

/** True if this process may install packages of Debian or Ubuntu. */
function canInstallDebianPackages(): boolean {
	return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/**
 * Installs packages, one call after another, without starting their services.
 * @throws if apt-get fails, with the last lines of its output; its log stays
 */
async function installDebianPackages(packages: string[]): Promise<void> {
	const turn = last.then(async () => await install(packages));
	last = turn.catch(() => {});
	await turn;
}

async function install(packages: string[]): Promise<void> {
	const folder = await temporaryFolder('backlink-panel-apt');
	const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	const logFile = join(folder.path, 'apt-get.log');
	const run = async (command: string, ...args: string[]) =>
		await runCommand({ command, args, folder: folder.path, environment, logFile });
	const allowServices = forbidServices();
	try {
		// An interrupted installation blocks all later installations.
		await run('dpkg', '--configure', '-a');
		await run('apt-get', 'update');
		// Another process may be installing.
		const waiting = ['-o', 'DPkg::Lock::Timeout=120'];
		await run('apt-get', ...waiting, 'install', '--yes', '--no-install-recommends', ...packages);
	} catch (error) {
		folder.keep();
		throw error;
	} finally {
		allowServices();
	}
	await folder.remove();
}

/** @returns a function that removes the prohibition */
function forbidServices(): () => void {
	const { file, text } = servicePolicy;
	if (existsSync(file)) return () => {}; // Containers have a script that says no.
	writeFileSync(file, text, { mode: 0o755, flag: 'wx' });
	const remove = () => rmSync(file, { force: true });
	const forget = atProcessEnd(remove);
	return () => {
		remove();
		forget();
	};
}
