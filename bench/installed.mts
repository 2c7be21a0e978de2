import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { installCommunityPackage, packCommunityPackage } from '../real-n8n/communityPackage.mts';
import { n8nInstallation } from '../real-n8n/n8nInstallation.mts';
import type { N8nVersion } from '../real-n8n/n8nVersions.mts';
import { temporaryFolder } from '../real-n8n/temporaryFolder.mts';

/** What is measured, and what it runs on. */
export interface Installed {
	n8nVersion: N8nVersion;
	/** The Node that runs n8n. */
	node: string;
	/** The `node_modules` of n8n. */
	n8nModules: string;
	/** Where our package is installed, the way n8n installs it. */
	packageFolder: string;
	/** Our package as it would be published. */
	tarball: string;
	/** An empty user folder for n8n. */
	userFolder: string;
	/** For what only has to live as long as this process. */
	workFolder: string;
}

const n8nVersion = '2.41.1';

/**
 * Makes n8n available, and builds, packs and installs our package beside it.
 * @throws when npm fails, with the last lines of its output
 */
export async function install(): Promise<Installed> {
	const { path: workFolder } = await temporaryFolder('backlink-panel-bench');
	const packFolder = join(workFolder, 'pack');
	const userFolder = join(workFolder, 'user');
	await mkdir(packFolder);
	await mkdir(userFolder);
	const installation = await n8nInstallation(n8nVersion);
	const logFile = join(workFolder, 'build.log');
	const packed = await packCommunityPackage(packFolder, logFile);
	return {
		n8nVersion,
		node: installation.node,
		n8nModules: dirname(dirname(dirname(installation.script))),
		packageFolder: await installCommunityPackage(packed, userFolder, logFile),
		tarball: packed.tarball,
		userFolder,
		workFolder,
	};
}
