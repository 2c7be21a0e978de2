import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { atProcessEnd } from './atProcessEnd.mts';
import { runCommand } from './runCommand.mts';

/** Takes lines of progress, for people. */
export type Report = (line: string) => void;

export interface Installation {
	/** Name of the folder in the cache, with the version. */
	name: string;
	/** Text to show at the start. */
	announcement: string;
	dependencies: Record<string, string>;
	overrides?: Record<string, string>;
	/** Packages whose install scripts may run; the scripts of all others do not run. */
	rebuild?: string[];
	/** Variables to add to the environment of npm. */
	environment?: NodeJS.ProcessEnv;
}

const unfinishedMark = '.unfinished-';
const removal = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 };
const abandonedAfterMs = 6 * 60 * 60 * 1000;
const progressEveryMs = 15_000;

/**
 * Installs npm packages into a folder of this user's cache, unless they are there already. The work
 * happens in a folder beside it, which gets the real name when it is complete. So the named folder is
 * always whole. Of two processes that install at once, the second throws its folder away.
 * @returns the folder, with `node_modules` in it
 * @throws if npm fails, with the last lines of its output
 */
export async function cachedInstallation(
	installation: Installation,
	report: Report,
): Promise<string> {
	const cache = cacheFolder();
	const folder = join(cache, installation.name);
	if (existsSync(folder)) return folder;

	await mkdir(cache, { recursive: true });
	await removeAbandoned(cache);
	const unfinished = await mkdtemp(join(cache, `${installation.name}${unfinishedMark}`));
	const logFile = `${unfinished}.log`;
	const forget = atProcessEnd(() => rmSync(unfinished, removal));
	try {
		await install(installation, unfinished, logFile, report);
		await renameUnlessThere(unfinished, folder);
		await rm(logFile);
	} finally {
		await rm(unfinished, removal);
		forget();
	}
	return folder;
}

/** Cache of n8n and other Node versions between runs. */
export function cacheFolder(): string {
	const userCache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
	return join(userCache, 'n8n-nodes-backlink-panel');
}

/** Removes the remains of killed processes: up to three gigabytes each. */
async function removeAbandoned(cache: string): Promise<void> {
	const names = await readdir(cache);
	for (const name of names.filter((each) => each.includes(unfinishedMark))) {
		const path = join(cache, name);
		const lastChange = await stat(path).then(
			({ mtimeMs }) => mtimeMs,
			() => Infinity, // Another process has just renamed or removed it.
		);
		if (Date.now() - lastChange > abandonedAfterMs) await rm(path, removal);
	}
}

async function install(
	installation: Installation,
	folder: string,
	logFile: string,
	report: Report,
): Promise<void> {
	const { name, announcement, dependencies, overrides, rebuild = [] } = installation;
	const environment = { ...process.env, ...installation.environment };
	const npm = async (...args: string[]) =>
		await runCommand({ command: 'npm', args, folder, environment, logFile });

	const startedAt = Date.now();
	const progress = setInterval(() => {
		report(`still installing ${name}, ${Math.round((Date.now() - startedAt) / 1000)} s`);
	}, progressEveryMs);
	try {
		report(announcement);
		const packageJson = { private: true, dependencies, overrides };
		await writeFile(join(folder, 'package.json'), JSON.stringify(packageJson, null, '\t'));
		await npm('install', '--ignore-scripts', '--no-audit', '--no-fund');
		if (rebuild.length === 0) return;
		report(`building ${rebuild.join(', ')}`);
		await npm('rebuild', ...rebuild, '--ignore-scripts=false');
	} finally {
		clearInterval(progress);
	}
}

async function renameUnlessThere(from: string, to: string): Promise<void> {
	try {
		await rename(from, to);
	} catch (error) {
		if (!existsSync(to)) throw error;
	}
}
