import { availableParallelism, cpus } from 'node:os';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { format, resolveConfig } from 'prettier';

import type { Installed } from './installed.mts';
import { markdownTable } from '../tooling/markdownTable.mts';

/** Input of a measurement. */
export interface Bench {
	installed: Installed;
	/** True for a small run that only tests the program; its figures mean nothing. */
	isQuick: boolean;
}

export interface Table {
	head: string[];
	rows: string[][];
	/** Method, and advice for reading the table, in plain words. */
	words: string;
}

export interface Measurement {
	title: string;
	run(bench: Bench): Promise<Table>;
}

/** Writes a measurement's part of the report, in Markdown. */
export async function section(title: string, { head, rows, words }: Table): Promise<string> {
	return await formatted([`## ${title}`, markdownTable(head, rows, 'right'), words].join('\n\n'));
}

/** Writes the whole report, in Markdown. */
export async function report(installed: Installed, sections: string[]): Promise<string> {
	return await formatted([await introduction(installed), ...sections].join('\n\n'));
}

async function introduction({ n8nVersion, node }: Installed): Promise<string> {
	const { stdout: nodeVersion } = await promisify(execFile)(node, ['--version']);
	const date = new Date().toISOString().slice(0, 10);
	const machine = `${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown processor'}`;
	return `# Benchmarks

<!-- Written by npm run bench. -->

This node beside n8n's own HTTP Request node, measured on ${date} with n8n ${n8nVersion} on
Node ${nodeVersion.trim().slice(1)}, on ${machine}. \`npm run bench\` repeats it.

Both run in the engine of that n8n, over real HTTP, against the sandbox of this repository on the same machine: a network
adds its own time. This node is the packed package; HTTP Request is its newest version, with the credential
of this package. Nothing is saved to n8n's database.`;
}

async function formatted(markdown: string): Promise<string> {
	const config = await resolveConfig(import.meta.filename);
	return await format(markdown, { ...config, parser: 'markdown' });
}

export function median(numbers: number[]): number {
	const sorted = [...numbers].sort((one, other) => one - other);
	const upper = sorted[Math.floor(sorted.length / 2)] ?? NaN;
	const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? NaN;
	return (lower + upper) / 2;
}

/** Formats a number with the digits that matter in a table. */
export function rounded(number: number): string {
	const digits = number < 10 ? 2 : number < 100 ? 1 : 0;
	return number.toFixed(digits);
}

/** Formats a value as a multiple of another value. */
export function ratio(value: number, base: number | undefined): string {
	return base === undefined ? '–' : `${(value / base).toFixed(2)} ×`;
}
