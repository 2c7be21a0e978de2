import { waitUntil } from '../tooling/waitUntil.mts';
import { startProcessGroup, type Command } from './processGroup.mts';
import { lastLines } from './runCommand.mts';

export interface ServerProcess {
	processId: number;
	/** Resolves when it has ended, with the reason in words. */
	ended: Promise<string>;
	/** Ends it and its children. */
	stop(): Promise<void>;
}

export interface ServerStart {
	/** Name for people. */
	name: string;
	command: Command;
	/** Resolves to true once it takes requests. */
	isReady: () => Promise<boolean>;
	/** Longest time until it takes requests, in ms. */
	startTimeoutMs: number;
}

const stopGraceMs = 8_000;

/**
 * Starts a server and waits until it takes requests.
 * @throws if it ends or takes no requests in time, with the last lines of its output
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
