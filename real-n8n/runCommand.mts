import { lastLines } from './lastLines.mts';
import { startProcessGroup, type Command } from './processGroup.mts';

/**
 * Runs a command to its end.
 * @throws when it cannot be started or fails, with the last lines of its output
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
