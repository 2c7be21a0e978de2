import { statSync } from 'node:fs';
import { join } from 'node:path';

import { packedFiles, packedPackage } from './packedPackage.mts';

/** Everything that belongs into the package; what is not named here does not. */
const allowed = [
	/^package\.json$/,
	/^(README|LICENSE)\.md$/,
	/^dist\/credentials\/BacklinkPanelApi\.credentials\.js$/,
	/^dist\/icons\/backlinkPanel(\.dark)?\.svg$/,
	/^dist\/nodes\/BacklinkPanel\/BacklinkPanel(Trigger)?\.node\.(js|json)$/,
	/^dist\/nodes\/BacklinkPanel\/(api|batch|errors|operations|orders|parameters|rateLimiter|trigger)\.js$/,
	/^dist\/nodes\/BacklinkPanel\/__schema__\/v1\.0\.0\/\w+\/\w+\.json$/,
];

const files = packedFiles();

test('nothing is in it that does not belong there', () => {
	expect(files.filter((file) => !allowed.some((pattern) => pattern.test(file)))).toEqual([]);
});

test('nothing is missing', () => {
	expect(allowed.filter((pattern) => !files.some((file) => pattern.test(file)))).toEqual([]);
});

test('it stays small: 80 kB to download, 300 kB installed', () => {
	const unpacked = files.reduce(
		(sum, file) => sum + statSync(join(packedPackage.folder, file)).size,
		0,
	);
	expect(statSync(packedPackage.tarball).size).toBeLessThan(80_000);
	expect(unpacked).toBeLessThan(300_000);
});
