import { LazyPackageDirectoryLoader, loadOutputSchema } from 'n8n-core';
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { operations } from '../../nodes/BacklinkPanel/operations/index.ts';
import { outputPreviews, previewPath } from '../../tooling/schemas/outputPreviews.mts';
import { readPreviewFiles, textOf } from '../../tooling/schemas/previewFiles.mts';
import { moduleImports } from './moduleImports.mts';
import { packedFiles, packedPackage, packedText } from './packedPackage.mts';

const nodeFile = 'dist/nodes/BacklinkPanel/BacklinkPanel.node.js';
const paths = operations.map(({ resource, value }) => previewPath(resource, value)).sort();

test('each operation has an output preview, and there are no other previews', async () => {
	expect([...(await readPreviewFiles()).keys()]).toEqual(paths);
});

test('the output previews match the node’s output: if not, npm run schemas', async () => {
	const previews = await outputPreviews();
	const current = [...previews].map(([path, preview]) => [path, textOf(preview)]);
	expect(await readPreviewFiles()).toEqual(new Map(current as Array<[string, string]>));
});

test('the package has the output previews of the sources', async () => {
	const folder = join(dirname(nodeFile), '__schema__');
	expect(packedFiles().filter((file) => file.startsWith(folder))).toEqual(
		paths.map((path) => `${folder}/${path}`),
	);
	for (const [path, text] of await readPreviewFiles()) {
		expect(packedText(join(folder, path))).toBe(text);
	}
});

test.each(operations)('n8n finds the preview of $resource → $name', ({ resource, value }) => {
	const schema = loadOutputSchema({
		nodeDir: dirname(join(packedPackage.folder, nodeFile)),
		version: 1,
		resource,
		operation: value,
	});
	// The editor shows only previews with properties.
	expect(Object.keys(schema?.properties ?? {}).length).toBeGreaterThan(0);
});

const nodeNames = ['backlinkPanel', 'backlinkPanelTrigger'];
const said: string[] = [];
const loader = loaderOf(packedPackage.folder);

beforeAll(async () => await loader.loadAll());

test('n8n loads two nodes and a credential from the package, and logs nothing', () => {
	expect(Object.keys(loader.known.nodes)).toEqual(nodeNames);
	expect(Object.keys(loader.known.credentials)).toEqual(['backlinkPanelApi']);
	expect(loader.known.credentials.backlinkPanelApi?.supportedNodes).toEqual(nodeNames);
	expect(said).toEqual([]);
});

const described = () => [
	...nodeNames.map((name) => loader.getNode(name).type.description),
	loader.getCredential('backlinkPanelApi').type,
];

test('the icons are where n8n looks for them', () => {
	for (const { name, iconUrl } of described()) {
		if (typeof iconUrl !== 'object') throw new Error(`${name} has no icon for light and dark`);
		for (const url of [iconUrl.light, iconUrl.dark]) {
			const path = url.replace('icons/n8n-nodes-backlink-panel/', '');
			expect(existsSync(join(packedPackage.folder, path))).toBe(true);
		}
	}
});

test.each(nodeNames)('n8n finds category, search words and links of %s', (name) => {
	const { codex } = (loader.getNode(name).type as { description: { codex?: object } }).description;
	expect(codex).toMatchObject({
		categories: expect.arrayContaining(['Marketing']),
		alias: expect.arrayContaining(['backlink']),
		resources: {
			primaryDocumentation: [{ url: expect.stringMatching(/^https:/) }],
			credentialDocumentation: [{ url: expect.stringMatching(/^https:/) }],
		},
	});
});

/** Makes n8n's own loader of community packages, and collects its log lines in `said`. */
function loaderOf(folder: string): LazyPackageDirectoryLoader {
	const note = (message: string) => said.push(message);
	const logger = { debug: noNews, info: note, warn: note, error: note };
	return Object.assign(new LazyPackageDirectoryLoader(folder), { logger });

	/** Ignores all debug lines of the loader except a missing codex (the JSON file of a node). */
	function noNews(message: string): void {
		if (/^No codex/.test(message)) said.push(message);
	}
}

const scripts = packedFiles()
	.filter((file) => file.endsWith('.js'))
	.map((file) => ({ file, ...moduleImports(packedText(file)) }));

test('nothing is imported but n8n-workflow, node:crypto and the package’s own files', () => {
	const allowed = (module: string) =>
		module.startsWith('./') ||
		module.startsWith('../') ||
		['n8n-workflow', 'node:crypto'].includes(module);
	const wrong = scripts.flatMap(({ file, modules }) =>
		modules.filter((module) => !allowed(module)).map((module) => `${file} imports ${module}`),
	);
	expect(wrong).toEqual([]);
	expect(scripts.flatMap(({ modules }) => modules).length).toBeGreaterThan(20);
});

test('every name that a file imports is exported by the imported file', () => {
	const missing = scripts.flatMap(({ file, names }) => {
		const load = createRequire(join(packedPackage.folder, file));
		return [...names].flatMap(([module, taken]) =>
			taken.filter((name) => !(name in load(module))).map((name) => `${module} has no ${name}`),
		);
	});
	expect(missing).toEqual([]);
});

test('every import names its module in plain text', () => {
	expect(scripts.flatMap(({ unreadable }) => unreadable)).toEqual([]);
});

/** Files of the package. Each pattern must match a file, and each file must match a pattern. */
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

test('the package has no other files', () => {
	expect(files.filter((file) => !allowed.some((pattern) => pattern.test(file)))).toEqual([]);
});

test('the package has all its files', () => {
	expect(allowed.filter((pattern) => !files.some((file) => pattern.test(file)))).toEqual([]);
});

test('the package stays small: 80 kB to download, 300 kB installed', () => {
	const unpacked = files.reduce(
		(sum, file) => sum + statSync(join(packedPackage.folder, file)).size,
		0,
	);
	expect(statSync(packedPackage.tarball).size).toBeLessThan(80_000);
	expect(unpacked).toBeLessThan(300_000);
});
