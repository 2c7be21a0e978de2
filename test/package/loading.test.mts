import { LazyPackageDirectoryLoader } from 'n8n-core';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { packedPackage } from './packedPackage.mts';

const nodeNames = ['backlinkPanel', 'backlinkPanelTrigger'];
const said: string[] = [];
const loader = loaderOf(packedPackage.folder);

beforeAll(async () => await loader.loadAll());

test('n8n loads two nodes and a credential from it, without a word', () => {
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

test.each(nodeNames)('n8n finds what the nodes panel needs to know about %s', (name) => {
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

/** n8n's own loader of community packages, with everything that it logs in `said`. */
function loaderOf(folder: string): LazyPackageDirectoryLoader {
	const note = (message: string) => said.push(message);
	const logger = { debug: noNews, info: note, warn: note, error: note };
	return Object.assign(new LazyPackageDirectoryLoader(folder), { logger });

	/** Of the loader's reports for debugging, a missing codex is the one that matters. */
	function noNews(message: string): void {
		if (/^No codex/.test(message)) said.push(message);
	}
}
