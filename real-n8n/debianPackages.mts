import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atProcessEnd } from './atProcessEnd.mts';
import { runCommand } from './runCommand.mts';
import { temporaryFolder } from './temporaryFolder.mts';

/** Debian asks this script whether a package may start its services; 101 says no. */
const servicePolicy = { file: '/usr/sbin/policy-rc.d', text: '#!/bin/sh\nexit 101\n' };

/** The last installation that was asked for: apt-get refuses a second one at the same time. */
let last: Promise<void> = Promise.resolve();

/** Whether this process may install packages of Debian or Ubuntu. */
export function canInstallDebianPackages(): boolean {
	return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/**
 * Installs packages, one call after another. The services that come with them are not started.
 * @throws when apt-get fails, with the last lines of its output; its log stays
 */
export async function installDebianPackages(packages: string[]): Promise<void> {
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
		// Somebody else on this machine may be installing.
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
