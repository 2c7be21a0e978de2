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

/** The folders in which this system looks for programs. */
export function foldersInPath(): string[] {
	return (process.env.PATH ?? '').split(delimiter).filter(Boolean);
}

/** Debian asks this script whether a package may start its services; 101 says no. */
const servicePolicy = { file: '/usr/sbin/policy-rc.d', text: '#!/bin/sh\nexit 101\n' };

/** The last installation that was asked for: apt-get refuses a second one at the same time. */
let last: Promise<void> = Promise.resolve();

/** True if this process may install packages of Debian or Ubuntu. */
function canInstallDebianPackages(): boolean {
	return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/**
 * Installs packages, one call after another. The services that come with them are not started.
 * @throws when apt-get fails, with the last lines of its output; its log stays
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
		// An installation that was interrupted keeps all later ones from beginning.
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
