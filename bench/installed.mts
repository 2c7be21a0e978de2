import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { installCommunityPackage, packCommunityPackage } from '../real-n8n/communityPackage.mts';
import { inheritedEnvironment } from '../real-n8n/n8nEnvironment.mts';
import { n8nInstallation } from '../real-n8n/n8nInstallation.mts';
import type { N8nVersion } from '../real-n8n/n8nVersions.mts';
import { temporaryFolder } from '../real-n8n/temporaryFolder.mts';

/** The measured package, and the n8n that runs it. */
export interface Installed {
	n8nVersion: N8nVersion;
	/** The Node that runs n8n. */
	node: string;
	/** The `node_modules` of n8n. */
	n8nModules: string;
	/** Folder of our package, installed as n8n does. */
	packageFolder: string;
	/** An empty user folder for n8n. */
	userFolder: string;
}

const n8nVersion = '2.41.1';

/**
 * Makes n8n available; builds, packs and installs our package beside it.
 * @throws if npm fails, with the last lines of its output
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
		userFolder,
	};
}

/** The environment of a process with n8n's engine. */
export function engineEnvironment({ n8nModules, userFolder }: Installed): NodeJS.ProcessEnv {
	return {
		...inheritedEnvironment(),
		// Set as n8n does, so that community nodes find the engine's n8n-workflow.
		NODE_PATH: n8nModules,
		// n8n writes its settings when it loads.
		N8N_USER_FOLDER: userFolder,
		N8N_ENCRYPTION_KEY: 'benchmark',
		GENERIC_TIMEZONE: 'UTC',
	};
}
