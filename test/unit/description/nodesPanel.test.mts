import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { NodeHelpers } from 'n8n-workflow';

import { BacklinkPanelApi } from '../../../credentials/BacklinkPanelApi.credentials.ts';
import { BacklinkPanelTrigger } from '../../../nodes/BacklinkPanel/BacklinkPanelTrigger.node.ts';
import { description } from './form.mts';

const root = join(__dirname, '../../..');
const nodeFolder = join(root, 'nodes/BacklinkPanel');

test('AI agents may use the node, and n8n tells the model the price', () => {
	expect(description.usableAsTool).toBe(true);
	const told = (resource: string, operation: string) =>
		NodeHelpers.makeDescription({ resource, operation }, description);
	expect(told('backlink', 'create')).toBe('Create a backlink (1 credit a month) in Backlink Panel');
	expect(told('article', 'publish')).toBe(
		'Publish an article (10 credits a site) in Backlink Panel',
	);
});

describe('what n8n shows around the node', () => {
	const codexOf = (name: string) =>
		JSON.parse(readFileSync(join(nodeFolder, `${name}.node.json`), 'utf8')) as {
			node: string;
			alias: string[];
			resources: Record<string, Array<{ url: string }>>;
		};
	const codex = codexOf('BacklinkPanel');

	test('the codex file belongs to it', () => {
		expect(codex.node).toBe('n8n-nodes-backlink-panel.backlinkPanel');
	});

	test.each(['primaryDocumentation', 'credentialDocumentation'])('the codex has %s', (kind) => {
		expect(codex.resources[kind]?.map(({ url }) => new URL(url).protocol)).toEqual(['https:']);
	});

	test.each([
		...['balance', 'credits', 'order status', 'expiring', 'publish', 'anchor', 'article'],
		...['backlink', 'link building', 'guest post', 'sponsored', 'SEO'],
		...['tanıtım yazısı', 'tanitim', 'makale', 'kredi', 'bakiye', 'sipariş'],
	])('“%s” finds both nodes, which n8n shows as one', (words) => {
		for (const { alias } of [codex, codexOf('BacklinkPanelTrigger')]) {
			expect(alias.filter((each) => each.includes(words))).not.toEqual([]);
		}
	});

	test('the description of the trigger, which n8n shows for both nodes, fits both', () => {
		const { description: ofBoth } = new BacklinkPanelTrigger().description;
		expect(ofBoth).toMatch(/^Buy backlinks and sponsored articles, and start workflows /);
		// Two lines of the nodes panel.
		expect(ofBoth.length).toBeLessThanOrEqual(98);
	});

	const icons = [
		['the node', nodeFolder, description.icon],
		['the credential', join(root, 'credentials'), new BacklinkPanelApi().icon],
	] as const;

	test.each(icons)('%s has an icon for light and for dark', (_, folder, icon) => {
		if (typeof icon !== 'object') throw new Error('one icon for both');
		expect(icon.light).not.toBe(icon.dark);
		for (const address of [icon.light, icon.dark]) {
			const file = join(folder, address.replace(/^file:/, ''));
			expect(existsSync(file)).toBe(true);
			expect(readFileSync(file, 'utf8')).toContain('viewBox');
		}
	});
});
