import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from './freePort.mts';
import { installedPrograms } from './installedPrograms.mts';
import { startServer, type ServerProcess } from './serverProcess.mts';

export interface RedisServer extends ServerProcess {
	/** Port on 127.0.0.1. */
	port: number;
}

const program = 'redis-server';
const startTimeoutMs = 30_000;
const answerTimeoutMs = 1_000;

/**
 * Starts a Redis on a free port of 127.0.0.1 that keeps its data only in memory.
 * @param logFolder folder for its log
 * @throws if there is no Redis and none can be installed, or if it does not start
 */
export async function startRedis(logFolder: string): Promise<RedisServer> {
	const programs = { names: [program], debianPackage: 'redis-server' };
	const command = join(await installedPrograms(programs), program);
	const port = await freePort();
	const options = {
		port,
		bind: '127.0.0.1',
		dir: logFolder,
		save: '',
		appendonly: 'no',
	};
	const server = await startServer({
		name: 'Redis',
		command: {
			command,
			args: Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
			folder: logFolder,
			environment: process.env,
			logFile: join(logFolder, 'redis.log'),
		},
		isReady: async () => await answersPing(port),
		startTimeoutMs,
	});
	return { ...server, port };
}

async function answersPing(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	try {
		const signal = AbortSignal.timeout(answerTimeoutMs);
		await once(socket, 'connect', { signal });
		socket.write('PING\r\n');
		const [answer] = await once(socket, 'data', { signal });
		return String(answer).startsWith('+PONG');
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}
