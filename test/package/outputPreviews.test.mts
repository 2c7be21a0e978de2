import { loadOutputSchema } from 'n8n-core';
import { dirname, join } from 'node:path';

import { operations } from '../../nodes/BacklinkPanel/operations/index.ts';
import { outputPreviews, previewPath } from '../../tooling/schemas/outputPreviews.mts';
import { readPreviewFiles, textOf } from '../../tooling/schemas/previewFiles.mts';
import { packedFiles, packedPackage, packedText } from './packedPackage.mts';

const nodeFile = 'dist/nodes/BacklinkPanel/BacklinkPanel.node.js';
const paths = operations.map(({ resource, value }) => previewPath(resource, value)).sort();

test('there is one for each operation, and no other', async () => {
	expect([...(await readPreviewFiles()).keys()]).toEqual(paths);
});

test('they are what the node puts out: if not, npm run schemas', async () => {
	const previews = await outputPreviews();
	const current = [...previews].map(([path, preview]) => [path, textOf(preview)]);
	expect(await readPreviewFiles()).toEqual(new Map(current as Array<[string, string]>));
});

test('the package has them as they are in the sources', async () => {
	const folder = join(dirname(nodeFile), '__schema__');
	expect(packedFiles().filter((file) => file.startsWith(folder))).toEqual(
		paths.map((path) => `${folder}/${path}`),
	);
	for (const [path, text] of await readPreviewFiles()) {
		expect(packedText(join(folder, path))).toBe(text);
	}
});

test.each(operations)('n8n finds the one of $resource → $name', ({ resource, value }) => {
	const schema = loadOutputSchema({
		nodeDir: dirname(join(packedPackage.folder, nodeFile)),
		version: 1,
		resource,
		operation: value,
	});
	// The editor shows a preview only if it has properties.
	expect(Object.keys(schema?.properties ?? {}).length).toBeGreaterThan(0);
});
