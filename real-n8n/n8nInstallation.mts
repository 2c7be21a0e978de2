import { dirname, delimiter, join } from 'node:path';
import { cachedInstallation, type Report } from './cachedInstallation.mts';
import { n8nVersions, type N8nRequirements, type N8nVersion } from './n8nVersions.mts';
import { nodeInstallation } from './nodeInstallation.mts';

export interface N8nInstallation {
	version: N8nVersion;
	/** Node version that runs it. */
	node: string;
	/** Script that starts it. */
	script: string;
	/** Variables that this version needs. */
	environment: Record<string, string>;
}

/**
 * Installs an n8n version and its Node in this user's cache, unless they are there already. The first
 * time takes about five minutes and three gigabytes.
 * @throws if npm fails, with the last lines of its output
 */
export async function n8nInstallation(
	version: N8nVersion,
	report: Report = console.log,
): Promise<N8nInstallation> {
	const { nodeVersion, overrides, environment = {} }: N8nRequirements = n8nVersions[version];
	const node = await nodeInstallation(nodeVersion, report);
	const folder = await cachedInstallation(
		{
			name: `n8n-${version}`,
			announcement: `installing n8n ${version} (once, about five minutes and 3 GB)`,
			dependencies: { n8n: version },
			overrides,
			rebuild: ['sqlite3'],
			environment: {
				PATH: `${dirname(node.executable)}${delimiter}${process.env.PATH}`,
				npm_config_nodedir: node.headersFolder,
			},
		},
		report,
	);
	return {
		version,
		node: node.executable,
		script: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
		environment,
	};
}
