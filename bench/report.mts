import { availableParallelism, cpus } from 'node:os';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { format, resolveConfig } from 'prettier';

import type { Installed } from './installed.mts';
import { markdownTable } from '../tooling/markdownTable.mts';
import type { Findings } from './measurement.mts';

/** A measurement's part of the report, in Markdown. */
export async function section(title: string, { method, tables }: Findings): Promise<string> {
	const parts = tables.flatMap(({ caption, head, rows, words }) => [
		...(caption === undefined ? [] : [`### ${caption}`]),
		markdownTable(head, rows, 'right'),
		words,
	]);
	return await formatted([`## ${title}`, method, ...parts].join('\n\n'));
}

/** The whole report, in Markdown. */
export async function report(installed: Installed, sections: string[]): Promise<string> {
	return await formatted([await introduction(installed), ...sections].join('\n\n'));
}

async function introduction({ n8nVersion, node }: Installed): Promise<string> {
	const { stdout: nodeVersion } = await promisify(execFile)(node, ['--version']);
	const date = new Date().toISOString().slice(0, 10);
	const machine = `${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown processor'}`;
	return `# Benchmarks

<!-- Written by npm run bench. -->

The node of this package beside n8n's own HTTP Request node, measured on ${date} with n8n ${n8nVersion}
on Node ${nodeVersion.trim().slice(1)}, on ${machine}. \`npm run bench\` repeats it.

Both nodes run in the engine of that n8n, in real time and over real HTTP, against the sandbox of this
repository. Our node comes from the packed package. HTTP Request is of its newest version, with the
credential of this package and a JSON body. The sandbox runs in another process: its own work is not in
the processor seconds and the memory, but the time until it answers is in the seconds, for both nodes
alike. Sandbox and engine share the machine and talk over loopback, so a network adds its own time to
all of this. Credentials come from memory instead of n8n's database, and nothing is saved.`;
}

async function formatted(markdown: string): Promise<string> {
	const config = await resolveConfig(import.meta.filename);
	return await format(markdown, { ...config, parser: 'markdown' });
}
