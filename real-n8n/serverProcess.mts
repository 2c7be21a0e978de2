import { waitUntil } from '../tooling/waitUntil.mts';
import { startProcessGroup, type Command } from './processGroup.mts';
import { lastLines } from './runCommand.mts';

export interface ServerProcess {
	processId: number;
	/** Resolves when it has ended, with the way it did in words. */
	ended: Promise<string>;
	/** Ends it and its children. */
	stop(): Promise<void>;
}

export interface ServerStart {
	/** Names it for people. */
	name: string;
	command: Command;
	/** Resolves to true once it takes requests. */
	isReady: () => Promise<boolean>;
	/** The longest time until then, ms. */
	startTimeoutMs: number;
}

const stopGraceMs = 8_000;

/**
 * Starts a server and waits until it takes requests.
 * @throws when it ends, or does not take any in time, with the last lines of its output
 */
export async function startServer(start: ServerStart): Promise<ServerProcess> {
	const { name, command, isReady, startTimeoutMs } = start;
	const group = await startProcessGroup(command);
	const ended = group.ended.then(({ description }) => `${name} ended with ${description}`);
	const stop = async () => await group.end(stopGraceMs);
	let end: string | undefined;
	void ended.then((description) => {
		end = description;
	});
	try {
		await waitUntil(
			`answer of ${name}`,
			async () => {
				if (end !== undefined) throw new Error(end);
				return await isReady();
			},
			startTimeoutMs,
		);
	} catch (error) {
		await stop();
		const { logFile } = command;
		const reason = error instanceof Error ? error.message : String(error);
		throw new Error(`${reason}:\n${await lastLines(logFile)}\nIts whole log: ${logFile}`);
	}
	return { processId: group.id, ended, stop };
}
