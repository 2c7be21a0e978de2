import { join } from 'node:path';

import { packCommunityPackage, type PackedPackage } from '../../real-n8n/communityPackage.mts';
import { temporaryFolder } from '../../real-n8n/temporaryFolder.mts';

let packed: Promise<PackedPackage> | undefined;

/**
 * The package as it would be published, built once for all suites of a run.
 * @param logFolder takes the output of the build, if it has not been built yet
 */
export function packedPackage(logFolder: string): Promise<PackedPackage> {
	packed ??= pack(logFolder);
	return packed;
}

async function pack(logFolder: string): Promise<PackedPackage> {
	const { path } = await temporaryFolder('backlink-panel-package');
	return await packCommunityPackage(path, join(logFolder, 'build.log'));
}
