/**
 * `npm run bench`: our node beside n8n's HTTP Request node. Prints tables, and writes them to
 * docs/benchmarks.md after a complete run.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { namesWith } from '../tooling/namesWith.mts';
import { install } from './installed.mts';
import { measurements } from './measurements/index.mts';
import { report, section } from './report.mts';

const reportFile = 'docs/benchmarks.md';

/** The options of the command line. */
interface Options {
	only?: string[];
	quick?: boolean;
}

export async function run({ only, quick: isQuick = false }: Options): Promise<never> {
	const known = Object.keys(measurements);
	const names = namesWith(only, known);
	console.log('Building, packing and installing the node beside n8n …');
	const installed = await install();

	const sections: string[] = [];
	for (const [name, measurement] of Object.entries(measurements)) {
		if (!names.includes(name)) continue;
		console.log(`\nMeasuring ${name} …\n`);
		const part = await section(measurement.title, await measurement.run({ installed, isQuick }));
		console.log(part);
		sections.push(part);
	}

	if (sections.length === known.length && !isQuick) {
		await mkdir(dirname(reportFile), { recursive: true });
		await writeFile(reportFile, await report(installed, sections));
		console.log(`Written to ${reportFile}`);
	}
	// The temporary folder and the engine processes end with this process.
	process.exit();
}
