import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { cachedInstallation } from '../../real-n8n/cachedInstallation.mts';
import { runCommand } from '../../real-n8n/runCommand.mts';
import { packedPackage } from './packedPackage.mts';

/** Version of n8n-workflow by version of n8n. All of them are between the versions whose engines the tests run. */
export const workflowVersions = {
	'1.94.1': '1.92.0',
	'1.100.1': '1.97.0',
	'2.20.0': '2.20.0',
} as const;

export type OlderN8n = keyof typeof workflowVersions;

/** Installs n8n-workflow of each older n8n into the user's cache, once. @returns the folders by version of n8n */
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
	// Safe cast: the entries have the keys of the table.
	return Object.fromEntries(packages) as Record<OlderN8n, string>;
}

/** Installs the packed package into a folder, beside the given n8n-workflow. @returns the folder of the package */
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
