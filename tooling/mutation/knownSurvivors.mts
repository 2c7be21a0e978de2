import { readFileSync } from 'node:fs';

import type { Stryker } from '@stryker-mutator/core';

/** A small change of the code, and whether a test noticed it. */
export type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const list = 'docs/mutants.md';
const longestCode = 100;

/** The line of docs/mutants.md that names a mutant; its reason follows it there. */
function nameOf({ fileName, location, replacement = '' }: MutantResult): string {
	// Lines and columns are counted from 1; the end is the first column that is no longer part of it.
	const { start, end } = location;
	const lines = readFileSync(fileName, 'utf8')
		.split('\n')
		.slice(start.line - 1, end.line);
	const last = lines.length - 1;
	lines[last] = (lines[last] ?? '').slice(0, end.column - 1);
	lines[0] = (lines[0] ?? '').slice(start.column - 1);
	return `- ${roomPath(fileName)}: ${inline(lines.join(' '))} → ${inline(replacement)}`;
}

/** The mutants that nothing noticed, and that docs/mutants.md does not name either. */
export function unknownSurvivors(results: MutantResult[]): string[] {
	const known = knownMutants();
	return survivorsOf(results)
		.filter((survivor) => !known.some((line) => isOf(line, nameOf(survivor))))
		.map((survivor) => `${nameOf(survivor)} (line ${survivor.location.start.line})`);
}

/** What docs/mutants.md says of the files that were tested, without need: a test notices it, or it is gone. */
export function knownWithoutNeed(results: MutantResult[]): string[] {
	const survivors = survivorsOf(results).map(nameOf);
	const files = [...new Set(results.map(({ fileName }) => roomPath(fileName)))];
	return knownMutants()
		.filter((line) => files.some((file) => line.startsWith(`- ${file}: `)))
		.filter((line) => !survivors.some((name) => isOf(line, name)));
}

function survivorsOf(results: MutantResult[]): MutantResult[] {
	return results.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
}

function knownMutants(): string[] {
	return readFileSync(list, 'utf8').split('\n');
}

function isOf(line: string, name: string): boolean {
	return line.startsWith(`${name}: `);
}

function roomPath(file: string): string {
	return file.replace(/^.*?(nodes\/BacklinkPanel\/|credentials\/)/, (_, room: string) =>
		room === 'credentials/' ? room : '',
	);
}

/** Code in one line, as Markdown shows it. */
function inline(code: string): string {
	const line = code.replace(/\s+/g, ' ').replaceAll('`', '’').trim();
	return `\`${line.length > longestCode ? `${line.slice(0, longestCode)}…` : line}\``;
}
