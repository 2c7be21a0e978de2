import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { atProcessEnd } from './atProcessEnd.mts';

export interface Command {
	command: string;
	args: string[];
	folder: string;
	environment: NodeJS.ProcessEnv;
	/** File to which the command's output is appended. */
	logFile: string;
}

export interface ProcessGroup {
	id: number;
	/** Resolves when the first process of the group has ended, with the reason in words. */
	ended: Promise<ProcessEnd>;
	/** Asks the whole group to end, and kills the rest after `graceMs` ms. */
	end(graceMs: number): Promise<void>;
}

export interface ProcessEnd {
	succeeded: boolean;
	/** Reason in words: 'exit code 1' or 'signal SIGKILL'. */
	description: string;
}

/**
 * Starts a command in its own process group, to end it together with its children. The group is killed
 * when this process ends, even if this process is killed.
 * @throws if the command cannot be started
 */
export async function startProcessGroup(command: Command): Promise<ProcessGroup> {
	if (process.platform === 'win32') {
		throw new Error('This runs on Linux and macOS. On Windows run it inside WSL.');
	}
	const log = await open(command.logFile, 'a');
	const child = spawn(command.command, command.args, {
		cwd: command.folder,
		env: command.environment,
		detached: true,
		stdio: ['ignore', log.fd, log.fd],
	});
	const exit = new Promise<ProcessEnd>((resolve) => {
		child.once('exit', (code, signal) => {
			const description = signal === null ? `exit code ${code}` : `signal ${signal}`;
			resolve({ succeeded: code === 0, description });
		});
	});
	try {
		await once(child, 'spawn');
	} finally {
		await log.close();
	}
	const { pid: id } = child;
	if (id === undefined) throw new Error(`${command.command} has no process id`);

	const forget = atProcessEnd(() => signalGroup(id, 'SIGKILL'));
	const dismissGuard = guard(id);
	const ended = exit.then((end) => {
		dismissGuard();
		signalGroup(id, 'SIGKILL');
		forget();
		return end;
	});
	return {
		id,
		ended,
		async end(graceMs) {
			if (child.exitCode === null && child.signalCode === null) {
				signalGroup(id, 'SIGTERM');
				const kill = setTimeout(() => signalGroup(id, 'SIGKILL'), graceMs);
				await ended;
				clearTimeout(kill);
			}
		},
	};
}

/**
 * Starts a shell that reads from this process, which never writes. When the pipe breaks, this process is
 * gone, and the shell ends the group.
 * @returns a function that ends the shell
 */
function guard(groupId: number): () => void {
	const shell = spawn('sh', ['-c', 'read -r line; kill -s KILL -- "-$0"', String(groupId)], {
		detached: true,
		stdio: ['pipe', 'ignore', 'ignore'],
	});
	shell.on('error', () => {}); // Without a shell there is no guard.
	return () => shell.kill('SIGKILL');
}

function signalGroup(id: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-id, signal);
	} catch {
		// No process of the group is left.
	}
}
