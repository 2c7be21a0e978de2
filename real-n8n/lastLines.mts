import { readFile } from 'node:fs/promises';

/** The last lines of a text file, indented; empty where the file cannot be read. */
export async function lastLines(file: string, count = 15): Promise<string> {
	const text = await readFile(file, 'utf8').catch(() => '');
	const lines = text.trimEnd().split('\n').slice(-count);
	return lines.map((line) => `    ${line}`).join('\n');
}
