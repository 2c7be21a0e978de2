import { join } from 'node:path';

import { packCommunityPackage, type PackedPackage } from '../../real-n8n/communityPackage.mts';
import { temporaryFolder } from '../../real-n8n/temporaryFolder.mts';

let packed: Promise<PackedPackage> | undefined;

/**
 * Packs the package as for a release, once for all suites of a run.
 * @param logFolder folder for the log of the build; only the first call writes it
 */
export function packedPackage(logFolder: string): Promise<PackedPackage> {
	packed ??= pack(logFolder);
	return packed;
}

async function pack(logFolder: string): Promise<PackedPackage> {
	const { path } = await temporaryFolder('backlink-panel-package');
	return await packCommunityPackage(path, join(logFolder, 'build.log'));
}
