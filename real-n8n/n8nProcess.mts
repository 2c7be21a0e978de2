import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './freePort.mts';
import { lastLines } from './lastLines.mts';
import { n8nEnvironment } from './n8nEnvironment.mts';
import type { N8nInstallation } from './n8nInstallation.mts';
import { startProcessGroup } from './processGroup.mts';

export interface N8nSettings {
	installation: N8nInstallation;
	/** Takes the database, the log and, in `.n8n/nodes`, the community packages. */
	userFolder: string;
	/** `n8n.log` in the user folder unless given. */
	logFile?: string;
	/** A free port unless given: a second start has the same address then. */
	port?: number;
	/** Added to the environment of n8n. */
	environment?: Record<string, string>;
	/** What n8n is told to be: `start` unless given. */
	args?: string[];
	/** The paths that answer when it is ready; those of `start` unless given. */
	readyPaths?: string[];
}

export interface N8nProcess {
	url: string;
	processId: number;
	userFolder: string;
	logFile: string;
	/** Resolves when it has ended, whoever ended it, with the way it did in words. */
	ended: Promise<string>;
	/** Ends n8n and its children. */
	stop(): Promise<void>;
}

/** The first one is up before the REST interface is. */
const startReadyPaths = ['/healthz/readiness', '/rest/settings'];
/** Ten times what it takes on an idle machine. */
const startTimeoutMs = 240_000;
const requestTimeoutMs = 2_000;
const pollEveryMs = 100;
const stopGraceMs = 8_000;

/**
 * Starts n8n on 127.0.0.1 and waits until it answers requests: 8 to 14 seconds.
 * @throws when the port is taken, or when n8n ends or does not answer within four minutes, with the
 * last lines of its log
 */
export async function startN8n(settings: N8nSettings): Promise<N8nProcess> {
	const { installation, userFolder } = settings;
	const port = await freePort(settings.port);
	const logFile = settings.logFile ?? join(userFolder, 'n8n.log');
	const own = n8nEnvironment({ userFolder, port, brokerPort: await freePort() });
	const group = await startProcessGroup({
		command: installation.node,
		args: [installation.script, ...(settings.args ?? ['start'])],
		folder: userFolder,
		environment: {
			...own,
			// n8n starts its task runner with the first node in PATH.
			PATH: `${dirname(installation.node)}${delimiter}${own.PATH}`,
			...installation.environment,
			...settings.environment,
		},
		logFile,
	});
	const url = `http://127.0.0.1:${port}`;
	const ended = group.ended.then(({ description }) => `n8n ended with ${description}`);
	const decided = new AbortController();
	const addresses = (settings.readyPaths ?? startReadyPaths).map((path) => url + path);
	const ready = waitUntilReady(addresses, decided.signal);
	const failure = await Promise.race([ready, ended]).finally(() => decided.abort());
	if (failure !== undefined) {
		await group.end(stopGraceMs);
		throw new Error(`${failure}:\n${await lastLines(logFile)}\nIts whole log: ${logFile}`);
	}
	return {
		url,
		processId: group.id,
		userFolder,
		logFile,
		ended,
		stop: async () => await group.end(stopGraceMs),
	};
}

/** @returns what is wrong, if anything is */
async function waitUntilReady(
	addresses: string[],
	decided: AbortSignal,
): Promise<string | undefined> {
	const deadline = Date.now() + startTimeoutMs;
	while (Date.now() < deadline && !decided.aborted) {
		const answers = await Promise.all(addresses.map(isFine));
		if (answers.every(Boolean)) return undefined;
		await sleep(pollEveryMs);
	}
	return `n8n did not answer within ${startTimeoutMs / 1000} s`;
}

async function isFine(address: string): Promise<boolean> {
	try {
		const response = await fetch(address, { signal: AbortSignal.timeout(requestTimeoutMs) });
		await response.json(); // while it starts, n8n answers with a page that says so
		return response.ok;
	} catch {
		return false;
	}
}
