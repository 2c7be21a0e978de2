import { setTimeout as sleep } from 'node:timers/promises';
import { lastLines } from './lastLines.mts';
import { startProcessGroup, type Command } from './processGroup.mts';

export interface ServerProcess {
	/** On 127.0.0.1. */
	port: number;
	stop(): Promise<void>;
}

const startTimeoutMs = 30_000;
const pollEveryMs = 50;
const stopGraceMs = 5_000;

/**
 * Starts a server on 127.0.0.1 and waits until it is of use.
 * @param isReady whether it takes requests now
 * @throws when it ends, or is of no use within 30 s, with the last lines of its output
 */
export async function startServer(
	command: Command,
	port: number,
	isReady: () => Promise<boolean>,
): Promise<ServerProcess> {
	const group = await startProcessGroup(command);
	let end: string | undefined;
	void group.ended.then(({ description }) => {
		end = description;
	});
	const stop = async () => await group.end(stopGraceMs);
	const deadline = Date.now() + startTimeoutMs;
	while (!(await isReady())) {
		if (end === undefined && Date.now() < deadline) {
			await sleep(pollEveryMs);
			continue;
		}
		await stop();
		const what = end === undefined ? 'did not answer in time' : `ended with ${end}`;
		throw new Error(`${command.command} ${what}:\n${await lastLines(command.logFile)}`);
	}
	return { port, stop };
}
