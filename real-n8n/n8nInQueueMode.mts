import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './freePort.mts';
import type { N8nInstallation } from './n8nInstallation.mts';
import { startN8n, type N8nProcess } from './n8nProcess.mts';
import { startPostgres, type PostgresServer } from './postgresServer.mts';
import { startRedis, type RedisServer } from './redisServer.mts';

export interface QueueModeSettings {
	installation: N8nInstallation;
	/** Folder for the user folders of all n8n processes. */
	folder: string;
	logFolder: string;
	/** Prepares the user folder of an n8n before its start. */
	prepare(userFolder: string): Promise<void>;
	workerCount: number;
	/** Number of executions that a worker runs at once. */
	executionsPerWorker: number;
	/** Variables to add to the environment of all n8n processes. */
	environment?: Record<string, string>;
}

export interface N8nInQueueMode {
	/** Main process, with the editor, the triggers and the webhooks. */
	main: N8nProcess;
	/** Workers, which run the executions. */
	workers: N8nProcess[];
	stop(): Promise<void>;
}

/**
 * Starts Redis, PostgreSQL, and n8n in queue mode: a main process and its workers. Each process has a
 * user folder of its own, as in containers.
 * @throws if one of them does not start, with the last lines of its log
 */
export async function startN8nInQueueMode(settings: QueueModeSettings): Promise<N8nInQueueMode> {
	const { installation, logFolder, workerCount } = settings;
	const [redis, postgres] = await Promise.all([startRedis(logFolder), startPostgres(logFolder)]);
	const environment = { ...shared(redis, postgres), ...settings.environment };

	const main = await startN8n({
		installation,
		userFolder: await userFolder(settings, 'main'),
		logFile: join(logFolder, 'main.log'),
		environment,
	});
	// The workers need the tables that the main process makes.
	const names = Array.from({ length: workerCount }, (_, index) => `worker-${index + 1}`);
	const workers = await Promise.all(
		names.map(async (name) => await startWorker(settings, name, environment)),
	);
	return {
		main,
		workers,
		async stop() {
			await Promise.all(workers.map(async (worker) => await worker.stop()));
			await main.stop();
			await Promise.all([redis.stop(), postgres.stop()]);
		},
	};
}

function shared(redis: RedisServer, postgres: PostgresServer): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_USER: postgres.user,
		DB_POSTGRESDB_DATABASE: postgres.database,
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
	};
}

async function startWorker(
	settings: QueueModeSettings,
	name: string,
	environment: Record<string, string>,
): Promise<N8nProcess> {
	const port = await freePort();
	return await startN8n({
		installation: settings.installation,
		userFolder: await userFolder(settings, name),
		logFile: join(settings.logFolder, `${name}.log`),
		args: ['worker', `--concurrency=${settings.executionsPerWorker}`],
		port,
		readyPaths: ['/healthz/readiness'],
		environment: {
			...environment,
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(port),
		},
	});
}

async function userFolder({ folder, prepare }: QueueModeSettings, name: string): Promise<string> {
	const path = join(folder, name);
	await mkdir(path);
	await prepare(path);
	return path;
}
