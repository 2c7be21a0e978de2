import { delimiter, dirname, join } from 'node:path';
import { freePort } from './freePort.mts';
import { n8nEnvironment } from './n8nEnvironment.mts';
import type { N8nInstallation } from './n8nInstallation.mts';
import { startServer, type ServerProcess } from './serverProcess.mts';

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
	/** The command of n8n: `start` unless given. */
	args?: string[];
	/** The paths that answer when it is ready; those of `start` unless given. */
	readyPaths?: string[];
}

export interface N8nProcess extends ServerProcess {
	url: string;
	userFolder: string;
	logFile: string;
}

/** The first one is up before the REST interface is. */
const startReadyPaths = ['/healthz/readiness', '/rest/settings'];
/** Ten times what it takes on an idle machine. */
const startTimeoutMs = 240_000;
const requestTimeoutMs = 2_000;

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
	const url = `http://127.0.0.1:${port}`;
	const addresses = (settings.readyPaths ?? startReadyPaths).map((path) => url + path);
	const server = await startServer({
		name: 'n8n',
		command: {
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
		},
		isReady: async () => (await Promise.all(addresses.map(isFine))).every(Boolean),
		startTimeoutMs,
	});
	return { ...server, url, userFolder, logFile };
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
