import { execFile } from 'node:child_process';
import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { engineEnvironment } from '../engine/engineEnvironment.mts';
import { kilobytes, median, rounded } from '../figures.mts';
import type { Installed } from '../installed.mts';
import type { Measurement, Table } from '../measurement.mts';
import { packageSize } from '../packageSize.mts';

const run = promisify(execFile);

/** What it costs to have the node at all. */
export const loading: Measurement = {
	title: 'Time to load, and size of the package',
	run: async ({ installed, isQuick }) => ({
		method: 'What it costs to have the package, whether it is used or not.',
		tables: [await loadTimes(installed, isQuick ? 3 : 7), await packageSizes(installed)],
	}),
};

async function loadTimes(installed: Installed, rounds: number): Promise<Table> {
	const nodes = [
		{
			name: 'HTTP Request',
			file: 'n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js',
			times: new Array<number>(),
		},
		{
			name: 'Backlink Panel',
			file: join(installed.packageFolder, 'dist/nodes/BacklinkPanel/BacklinkPanel.node.js'),
			times: new Array<number>(),
		},
	];
	for (let round = 0; round < rounds; round += 1) {
		for (const { file, times } of nodes) times.push(await loadMs(installed, file));
	}
	return {
		caption: 'Time to load the node',
		head: ['Node', 'Milliseconds'],
		rows: nodes.map(({ name, times }) => [name, rounded(median(times))]),
		words:
			`The median of ${rounds} new processes for each node, in which n8n's engine is loaded ` +
			'already, as it is when n8n loads its nodes.',
	};
}

async function loadMs(installed: Installed, nodeFile: string): Promise<number> {
	const script = fileURLToPath(new URL('../engine/loadTime.mts', import.meta.url));
	const { stdout } = await run(installed.node, [script, installed.n8nModules, nodeFile], {
		env: engineEnvironment(installed),
	});
	return Number(stdout);
}

/** Published nodes for one web API each: three with operations, and one that is a trigger alone. */
const otherPackages = [
	'@mendable/n8n-nodes-firecrawl@2.1.2',
	'n8n-nodes-evolution-api@1.0.4',
	'@searchapi/n8n-nodes-searchapi@2.0.6',
	'@formbricks/n8n-nodes-formbricks@1.0.2',
];

async function packageSizes({ tarball, workFolder }: Installed): Promise<Table> {
	const tarballs = [tarball];
	for (const name of otherPackages) tarballs.push(await downloaded(name, workFolder));
	const sizes = await Promise.all(
		tarballs.map(async (each) => await packageSize(each, workFolder)),
	);
	return {
		caption: 'Size of the package',
		head: ['Package', 'Packed (kB)', 'Unpacked (kB)', 'Files', 'Runtime dependencies'],
		rows: sizes.map(({ name, packedBytes, unpackedBytes, files, dependencies }) => [
			name,
			kilobytes(packedBytes),
			kilobytes(unpackedBytes),
			String(files),
			String(dependencies),
		]),
		words:
			'Ours beside published packages for n8n: three that have operations, as ours, and one that is a trigger alone. Runtime dependencies are packages that n8n ' +
			'has to install besides; their size is not in the table.',
	};
}

/** @returns the tarball of a published package */
async function downloaded(name: string, workFolder: string): Promise<string> {
	const folder = await mkdtemp(join(workFolder, 'published-'));
	await run('npm', ['pack', name, '--pack-destination', folder]);
	const [tarball = ''] = await readdir(folder);
	return join(folder, tarball);
}
