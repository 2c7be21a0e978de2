import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { atProcessEnd } from './atProcessEnd.mts';

export interface Command {
	command: string;
	args: string[];
	folder: string;
	environment: NodeJS.ProcessEnv;
	/** Everything the command prints is added to the end of this file. */
	logFile: string;
}

export interface ProcessGroup {
	id: number;
	/** Resolves when the first process of the group has ended, with the way it ended in words. */
	ended: Promise<ProcessEnd>;
	/** Asks the whole group to end, and kills what is left of it after `graceMs` milliseconds. */
	end(graceMs: number): Promise<void>;
}

export interface ProcessEnd {
	succeeded: boolean;
	/** 'exit code 1' or 'signal SIGKILL' */
	description: string;
}

/**
 * Starts a command in a process group of its own, so that it can be ended together with its children.
 * The group is killed when this process ends, even if that is killed itself.
 * @throws when the command cannot be started
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
 * A shell that reads what this process never writes: when the pipe breaks, this process is gone, however
 * it went, and the group has to go too.
 * @returns a function that ends it
 */
function guard(groupId: number): () => void {
	const shell = spawn('sh', ['-c', 'read -r line; kill -s KILL -- "-$0"', String(groupId)], {
		detached: true,
		stdio: ['pipe', 'ignore', 'ignore'],
	});
	shell.on('error', () => {}); // without a shell there is no guard
	return () => shell.kill('SIGKILL');
}

function signalGroup(id: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-id, signal);
	} catch {
		// Nothing is left of the group.
	}
}
