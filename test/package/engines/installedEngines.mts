import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { cachedInstallation } from '../../../real-n8n/cachedInstallation.mts';
import { installBeside } from '../olderN8n.mts';
import { loadedEngine, type LoadedEngine } from './loadedEngine.mts';

/** The engines that the packed package is run in, by the version of n8n that pins these packages. */
export const engineVersions = {
	/** The oldest that loads the node. */
	'1.85.3': { core: '1.84.0', workflow: '1.83.0' },
	/** One of those whose tools have no `addExecutionHints`. */
	'1.110.1': { core: '1.109.0', workflow: '1.107.0' },
	/** The last n8n 1. */
	'1.123.81': { core: '1.122.48', workflow: '1.120.31' },
	/** The first n8n 2. */
	'2.0.0': { core: '2.0.0', workflow: '2.0.0' },
	/** The one of this checkout. */
	'2.41.1': { core: '2.41.1', workflow: '2.41.0' },
} as const;

export type EngineVersion = keyof typeof engineVersions;

// The keys are those of the table.
export const engineNames = Object.keys(engineVersions) as EngineVersion[];

/** So long, in ms, it may take to install the engines, the first time. */
export const INSTALLATION_MS = 600_000;

/**
 * The engine of a version of n8n with the packed package on it.
 *
 * @param folder takes the package
 */
export async function installedEngine(n8n: EngineVersion, folder: string): Promise<LoadedEngine> {
	const engineModules = await engineModulesOf(n8n);
	const place = join(folder, n8n);
	await mkdir(place);
	return loadedEngine(engineModules, await installBeside(`${engineModules}/n8n-workflow`, place));
}

/** The newest one is in this checkout, the others are installed into the user's cache once. */
async function engineModulesOf(n8n: EngineVersion): Promise<string> {
	if (n8n === '2.41.1') return resolve('node_modules');
	const { core, workflow } = engineVersions[n8n];
	const folder = await cachedInstallation(
		{
			name: `n8n-core-${core}`,
			announcement: `installing the engine of n8n ${n8n} (once, half a minute)`,
			dependencies: { 'n8n-core': core, 'n8n-workflow': workflow },
		},
		() => {},
	);
	return join(folder, 'node_modules');
}
