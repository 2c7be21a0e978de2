import { readFile } from 'node:fs/promises';
import { startProcessGroup, type Command } from './processGroup.mts';

/**
 * Runs a command to its end.
 * @throws if it cannot be started or fails, with the last lines of its output
 */
export async function runCommand(command: Command): Promise<void> {
	const { ended } = await startProcessGroup(command);
	const { succeeded, description } = await ended;
	if (succeeded) return;
	throw new Error(
		`"${[command.command, ...command.args].join(' ')}" ended with ${description}:\n` +
			`${await lastLines(command.logFile)}\n` +
			`All of its output: ${command.logFile}`,
	);
}

/** Reads the last lines of a text file, indented; empty if the file cannot be read. */
export async function lastLines(file: string, count = 15): Promise<string> {
	const text = await readFile(file, 'utf8').catch(() => '');
	const lines = text.trimEnd().split('\n').slice(-count);
	return lines.map((line) => `    ${line}`).join('\n');
}
