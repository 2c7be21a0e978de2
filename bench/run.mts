/**
 * `npm run bench`: our node beside n8n's HTTP Request node. Prints tables, and writes them to
 * docs/benchmarks.md after a complete run.
 *
 *   npm run bench -- --only <name>   one measurement; can be given several times
 *   npm run bench -- --quick         less of everything, to see whether it works
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { readCommandLine } from './commandLine.mts';
import { install } from './installed.mts';
import { measurements } from './measurements/index.mts';
import { report, section } from './report.mts';

const reportFile = 'docs/benchmarks.md';

const known = Object.keys(measurements);
const { names, isQuick } = readCommandLine(process.argv.slice(2), known);
console.log('Building, packing and installing the node beside n8n …');
const installed = await install();

const sections: string[] = [];
for (const [name, { title, run }] of Object.entries(measurements)) {
	if (!names.includes(name)) continue;
	console.log(`\nMeasuring ${name} …\n`);
	const part = await section(title, await run({ installed, isQuick }));
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
