import { readdirSync, readFileSync } from 'node:fs';

import { n8nVersions } from '../../real-n8n/n8nVersions.mts';
import { languages } from '../../tooling/documentation/languages.mts';
import { engineVersions } from './engines/installedEngines.mts';
import { workflowVersions } from './olderN8n.mts';
import { tables, textOf } from '../documentation/markdown.mts';

const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
	engines: { node: string };
};

describe.each(languages)('$readme', ({ readme }) => {
	const text = textOf(readme);
	const rows = tables(text).at(-1)?.slice(1) ?? [];
	const named = (index: number) => rows[index]?.[0]?.split(', ');

	test('its table names the versions that the tests run', () => {
		const real = Object.entries(n8nVersions);
		expect(rows.slice(0, real.length).map(([n8n, node]) => [n8n, node])).toEqual(
			real.map(([n8n, { nodeVersion }]) => [n8n, nodeVersion]),
		);
		const inRealN8n = real.map(([n8n]) => n8n);
		const inEngine = Object.keys(engineVersions).filter((n8n) => !inRealN8n.includes(n8n));
		expect(named(2)).toEqual(inEngine);
		const loaded = Object.keys(workflowVersions).filter(
			(n8n) => ![...inRealN8n, ...inEngine].includes(n8n),
		);
		expect(named(3)).toEqual(loaded);
	});

	test('its oldest n8n is the oldest tested one, its oldest Node.js that of package.json', () => {
		const [oldest = ''] = Object.keys(engineVersions);
		expect(text).toContain(`n8n ${oldest.replace(/\.\d+$/, '')} `);
		expect(text).toContain(`Node.js ${engines.node.replace('>=', '')} `);
	});
});

test('there are nine examples, as the README says', () => {
	expect(readdirSync('examples').filter((name) => name.endsWith('.json'))).toHaveLength(9);
});
