import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { cachedInstallation } from '../../real-n8n/cachedInstallation.mts';
import { runCommand } from '../../real-n8n/runCommand.mts';
import { packedPackage } from './packedPackage.mts';

/**
 * Versions of n8n with the n8n-workflow of each. The first one is the oldest that can load the node:
 * n8n 1.84 has no NodeConnectionTypes.
 */
export const workflowVersions = {
	'1.85.3': '1.83.0',
	'1.94.1': '1.92.0',
	'1.100.1': '1.97.0',
	'1.123.81': '1.120.31',
	'2.0.0': '2.0.0',
	'2.20.0': '2.20.0',
} as const;

export type OlderN8n = keyof typeof workflowVersions;

/** An older n8n and the version of its engine. */
export interface OlderCore {
	n8n: OlderN8n;
	core: string;
}

/** The oldest supported n8n. */
export const oldest: OlderCore = { n8n: '1.85.3', core: '1.84.0' };

/** The last n8n 1: its errors have no cause. */
export const lastOfN8n1: OlderCore = { n8n: '1.123.81', core: '1.122.48' };

/** The n8n-workflow of each older n8n, by the version of n8n; installed into the user's cache once. */
export async function olderWorkflowPackages(): Promise<Record<OlderN8n, string>> {
	const versions = Object.values(workflowVersions);
	const folder = await cachedInstallation(
		{
			name: `n8n-workflow-${versions.join('-')}`,
			announcement: 'installing n8n-workflow of older versions of n8n (once, half a minute)',
			dependencies: Object.fromEntries(
				versions.map((version) => [`workflow-${version}`, `npm:n8n-workflow@${version}`]),
			),
		},
		() => {},
	);
	const packages = Object.entries(workflowVersions).map(([n8n, version]) => [
		n8n,
		join(folder, 'node_modules', `workflow-${version}`),
	]);
	// Made from the keys of the table itself.
	return Object.fromEntries(packages) as Record<OlderN8n, string>;
}

/** The folder with an engine and its n8n-workflow; installed into the user's cache once. */
export async function installedEngine({ n8n, core }: OlderCore): Promise<string> {
	const folder = await cachedInstallation(
		{
			name: `n8n-core-${core}`,
			announcement: `installing the engine of n8n ${n8n} (once, half a minute)`,
			dependencies: { 'n8n-core': core, 'n8n-workflow': workflowVersions[n8n] },
		},
		() => {},
	);
	return join(folder, 'node_modules');
}

/**
 * Installs the packed package into a folder, beside the given n8n-workflow.
 * @returns where the package lies
 */
export async function installBeside(workflowPackage: string, folder: string): Promise<string> {
	const nodeModules = join(folder, 'node_modules');
	const installed = join(nodeModules, 'n8n-nodes-backlink-panel');
	mkdirSync(installed, { recursive: true });
	symlinkSync(workflowPackage, join(nodeModules, 'n8n-workflow'));
	await runCommand({
		command: 'tar',
		args: ['-xzf', packedPackage.tarball, '--strip-components=1'],
		folder: installed,
		environment: process.env,
		logFile: join(folder, 'tar.log'),
	});
	return installed;
}
