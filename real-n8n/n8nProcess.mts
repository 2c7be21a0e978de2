import { delimiter, dirname, join } from 'node:path';
import { freePort } from './freePort.mts';
import { n8nEnvironment } from './n8nEnvironment.mts';
import type { N8nInstallation } from './n8nInstallation.mts';
import { startServer, type ServerProcess } from './serverProcess.mts';

export interface N8nSettings {
	installation: N8nInstallation;
	/** Folder for the database, the log and, in `.n8n/nodes`, the community packages. */
	userFolder: string;
	/** Default: `n8n.log` in the user folder. */
	logFile?: string;
	/** Default: a free port. A given port keeps its address over restarts. */
	port?: number;
	/** Variables to add to the environment of n8n. */
	environment?: Record<string, string>;
	/** Command of n8n; default: `start`. */
	args?: string[];
	/** Paths that answer once n8n is ready; default: the paths of `start`. */
	readyPaths?: string[];
}

export interface N8nProcess extends ServerProcess {
	url: string;
	userFolder: string;
	logFile: string;
}

/** The first path answers before the REST interface does. */
const startReadyPaths = ['/healthz/readiness', '/rest/settings'];
/** Ten times the start on an idle machine. */
const startTimeoutMs = 240_000;
const requestTimeoutMs = 2_000;

/**
 * Starts n8n on 127.0.0.1 and waits until it answers requests: 8 to 14 seconds.
 * @throws if the port is taken, or if n8n ends or does not answer within four minutes, with the last
 * lines of its log
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
		await response.json(); // A starting n8n answers with a page that says so.
		return response.ok;
	} catch {
		return false;
	}
}
