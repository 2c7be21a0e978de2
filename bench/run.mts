/**
 * `npm run bench`: compares our node with n8n's HTTP Request node. Prints tables, and writes them to
 * docs/benchmarks.md after a complete run.
 */
import { writeFile } from 'node:fs/promises';

import { namesWith } from '../tooling/commandLine.mts';
import { install } from './installed.mts';
import { itemCounts } from './measurements/itemCounts.mts';
import { orderStore } from './measurements/orderStore.mts';
import { rateLimit } from './measurements/rateLimit.mts';
import { slowArticles } from './measurements/slowArticles.mts';
import { creates, reads } from './measurements/withoutLimit.mts';
import { type Measurement, report, section } from './report.mts';

const reportFile = 'docs/benchmarks.md';

/** Measurements by their names on the command line, in the order of the report. */
const measurements: Record<string, Measurement> = {
	creates,
	reads,
	'rate-limit': rateLimit,
	'slow-articles': slowArticles,
	'order-store': orderStore,
	'item-counts': itemCounts,
};

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
		await writeFile(reportFile, await report(installed, sections));
		console.log(`Written to ${reportFile}`);
	}
	// The temporary folder and the engine processes end with this process.
	process.exit();
}
