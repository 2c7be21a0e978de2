import { execFileSync, spawnSync } from 'node:child_process';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { atProcessEnd } from './atProcessEnd.mts';
import { freePort } from './freePort.mts';
import { installedPrograms } from './installedPrograms.mts';
import { runCommand } from './runCommand.mts';
import { startServer, type ServerProcess } from './serverProcess.mts';
import { temporaryFolder } from './temporaryFolder.mts';

export interface PostgresServer extends ServerProcess {
	/** Port on 127.0.0.1. */
	port: number;
	/** User with all rights and no password. */
	user: string;
	database: string;
}

const postgresPrograms = {
	names: ['initdb', 'postgres', 'pg_isready', 'pg_ctl'],
	debianPackage: 'postgresql',
	versionsFolder: '/usr/lib/postgresql',
};
const user = 'n8n';
const startTimeoutMs = 30_000;

/** Keeps all files in the data folder, and spends no time on surviving a power cut. */
const options = {
	listen_addresses: '127.0.0.1',
	unix_socket_directories: '',
	dynamic_shared_memory_type: 'mmap',
	fsync: 'off',
	synchronous_commit: 'off',
	full_page_writes: 'off',
};

/**
 * Makes an empty PostgreSQL cluster in a temporary folder and starts it on a free port of 127.0.0.1.
 * @param logFolder folder for its log
 * @throws if there is no PostgreSQL and none can be installed, or if it does not start
 */
export async function startPostgres(logFolder: string): Promise<PostgresServer> {
	const programs = await installedPrograms(postgresPrograms);
	const folder = await temporaryFolder('backlink-panel-postgres');
	const account = accountFor();
	if (account) await chown(folder.path, account.user, account.group);

	const data = join(folder.path, 'data');
	const port = await freePort();
	const logFile = join(logFolder, 'postgres.log');
	const command = (name: string, ...args: string[]) => {
		const [first = '', ...others] = [...(account?.command ?? []), join(programs, name), ...args];
		const environment = process.env;
		return { command: first, args: others, folder: folder.path, environment, logFile };
	};
	const cluster = ['--username', user, '--auth', 'trust', '--encoding', 'UTF8', '--no-sync'];
	await runCommand(command('initdb', '--pgdata', data, '--no-locale', ...cluster));
	const settings = Object.entries({ ...options, port: String(port) });
	const given = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	const address = ['--host', '127.0.0.1', '--port', String(port)];
	const server = await startServer({
		name: 'PostgreSQL',
		command: command('postgres', '-D', data, ...given),
		isReady: async () => await succeeds(command('pg_isready', ...address)),
		startTimeoutMs,
	});
	// A kill would leave shared memory behind.
	const forget = atProcessEnd(() => {
		const stop = command('pg_ctl', 'stop', '--pgdata', data, '--mode', 'immediate');
		spawnSync(stop.command, stop.args);
	});
	return {
		...server,
		port,
		user,
		database: 'postgres',
		async stop() {
			await server.stop();
			forget();
			await folder.remove();
		},
	};
}

/** PostgreSQL refuses to run as root; its package brings an account for it. */
function accountFor(): { user: number; group: number; command: string[] } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const idOf = (option: string) =>
		Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
	const account = { user: idOf('--user'), group: idOf('--group') };
	const ids = [`--reuid=${account.user}`, `--regid=${account.group}`, '--init-groups'];
	return { ...account, command: ['setpriv', ...ids] };
}

async function succeeds(command: Parameters<typeof runCommand>[0]): Promise<boolean> {
	return await runCommand(command).then(
		() => true,
		() => false,
	);
}
