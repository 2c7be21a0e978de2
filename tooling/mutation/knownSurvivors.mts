import { readFileSync } from 'node:fs';

import type { Stryker } from '@stryker-mutator/core';

/** A small change of the code, and whether a test noticed it. */
export type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const list = 'docs/mutants.md';
const longestCode = 100;

/** The line of docs/mutants.md that names a mutant; its reason follows it there. */
export function nameOf({ fileName, location, replacement = '' }: MutantResult): string {
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
	const known = readFileSync(list, 'utf8').split('\n');
	return results
		.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
		.map(nameOf)
		.filter((name) => !known.some((line) => line.startsWith(`${name}: `)));
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
