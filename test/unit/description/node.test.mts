import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { NodeHelpers } from 'n8n-workflow';

import { BacklinkPanelApi } from '../../../credentials/BacklinkPanelApi.credentials.ts';
import { BacklinkPanel } from '../../../nodes/BacklinkPanel/BacklinkPanel.node.ts';
import { BacklinkPanelTrigger } from '../../../nodes/BacklinkPanel/BacklinkPanelTrigger.node.ts';
import { everyProperty, properties } from './form.mts';

const root = join(__dirname, '../../..');
const nodeFolder = join(root, 'nodes/BacklinkPanel');

const { description, methods } = new BacklinkPanel();

describe('the node', () => {
	test('has names that workflows store, as its credential has', () => {
		expect(description).toMatchObject({
			name: 'backlinkPanel',
			displayName: 'Backlink Panel',
			defaults: { name: 'Backlink Panel' },
			version: 1,
		});
		expect(description.credentials).toEqual([
			{ name: new BacklinkPanelApi().name, required: true, testedBy: 'testPanelAccess' },
		]);
	});

	test('has the form of its operations, and the list that a field of it names', () => {
		expect(description.properties).toEqual(properties);
		const orderId = properties.find(({ name }) => name === 'orderId');
		const { searchListMethod = '' } = orderId?.modes?.[0]?.typeOptions ?? {};
		expect(methods.listSearch).toHaveProperty(searchListMethod);
	});
});

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

describe('every form', () => {
	const everyField = [
		...everyProperty.map(({ property }) => property),
		...new BacklinkPanelTrigger().description.properties,
		...new BacklinkPanelApi().properties,
	];

	test.each(everyField.filter(({ type }) => type !== 'notice'))(
		'$displayName fits where n8n shows it, also among the options',
		({ displayName }) => {
			expect(displayName.length).toBeLessThanOrEqual(28);
		},
	);

	const numbers = everyField.filter(({ type }) => type === 'number');

	test.each(numbers)('$displayName has bounds, and its default is within', (property) => {
		const { minValue, maxValue } = property.typeOptions ?? {};
		expect(minValue).toBeGreaterThanOrEqual(0);
		// A timer of more milliseconds ends at once.
		const isTime = /\((Seconds|Hours|Days)\)$/.test(property.displayName);
		expect(maxValue).toBeLessThanOrEqual(isTime ? (2 ** 31 - 1) / 1000 : 1e9);
		expect(property.default).toBeGreaterThanOrEqual(minValue ?? Number.NaN);
		expect(property.default).toBeLessThanOrEqual(maxValue ?? Number.NaN);
	});
});
