import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { cachedInstallation } from '../../real-n8n/cachedInstallation.mts';
import { runCommand } from '../../real-n8n/runCommand.mts';
import { packedPackage } from './packedPackage.mts';

/** Versions of n8n with the n8n-workflow of each: those between the versions whose engines the tests run. */
export const workflowVersions = {
	'1.94.1': '1.92.0',
	'1.100.1': '1.97.0',
	'2.20.0': '2.20.0',
} as const;

export type OlderN8n = keyof typeof workflowVersions;

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
