import { setTimeout as sleep } from 'node:timers/promises';
import { lastLines } from './lastLines.mts';
import { startProcessGroup, type Command } from './processGroup.mts';

export interface ServerProcess {
	processId: number;
	/** Resolves when it has ended, whoever ended it, with the way it did in words. */
	ended: Promise<string>;
	/** Ends it and its children. */
	stop(): Promise<void>;
}

export interface ServerStart {
	/** Names it for people. */
	name: string;
	command: Command;
	/** Whether it takes requests now. */
	isReady: () => Promise<boolean>;
	/** How long it may take until it does, ms. */
	startTimeoutMs: number;
}

const pollEveryMs = 50;
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
	let failure: string | undefined;
	void ended.then((end) => {
		failure = end;
	});
	const deadline = Date.now() + startTimeoutMs;
	while (failure === undefined && !(await isReady())) {
		if (Date.now() < deadline) await sleep(pollEveryMs);
		else failure ??= `${name} did not answer within ${startTimeoutMs / 1000} s`;
	}
	if (failure === undefined) return { processId: group.id, ended, stop };
	const reason = failure; // the end that follows is none
	await stop();
	const { logFile } = command;
	throw new Error(`${reason}:\n${await lastLines(logFile)}\nIts whole log: ${logFile}`);
}
