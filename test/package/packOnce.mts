import { mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { packCommunityPackage } from '../../real-n8n/communityPackage.mts';
import { runCommand } from '../../real-n8n/runCommand.mts';
import { temporaryFolder } from '../../real-n8n/temporaryFolder.mts';

/**
 * Packs the package as for a release and unpacks it as n8n does, once before the tests of this folder. If
 * PACKAGE_TARBALL names a tarball, unpacks this tarball instead.
 */
export default async function packOnce(): Promise<void> {
	const { path } = await temporaryFolder('n8n-nodes-backlink-panel-packed');
	const logFile = join(path, 'pack.log');
	const { tarball } = await packCommunityPackage(path, logFile);

	const nodeModules = join(path, 'installed', 'node_modules');
	const folder = join(nodeModules, 'n8n-nodes-backlink-panel');
	await mkdir(folder, { recursive: true });
	const args = ['-xzf', tarball, '--strip-components=1'];
	await runCommand({ command: 'tar', args, folder, environment: process.env, logFile });
	// n8n provides n8n-workflow to the packages that it loads; this is the newest version.
	await symlink(resolve('node_modules', 'n8n-workflow'), join(nodeModules, 'n8n-workflow'));

	process.env.TESTED_TARBALL = tarball;
	process.env.TESTED_PACKAGE = folder;
}
