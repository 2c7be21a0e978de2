import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { atProcessEnd } from '../../real-n8n/atProcessEnd.mts';
import { engineEnvironment, type Installed } from '../installed.mts';
import type { EngineFolders, RunFigures, RunFiguresMessage, RunRequest } from './messages.mts';

/** A process with n8n's engine and both nodes in it. */
export interface EngineProcess {
	/** Several requests may be in flight at once. Rejects when the process ends before the answer. */
	run(request: RunRequest): Promise<RunFigures>;
	end(): void;
}

interface Asker {
	resolve(figures: RunFigures): void;
	reject(error: Error): void;
}

/** Starts a fresh engine process for a task. It ends with the task. */
export async function withEngineProcess<Result>(
	installed: Installed,
	task: (engine: EngineProcess) => Promise<Result>,
): Promise<Result> {
	const engine = startEngineProcess(installed);
	try {
		return await task(engine);
	} finally {
		engine.end();
	}
}

function startEngineProcess(installed: Installed): EngineProcess {
	const folders: EngineFolders = installed;
	// n8n logs to the standard output at its usual level: a silenced n8n is slower.
	const child = spawn(
		installed.node,
		['--expose-gc', '--import', tsx, script, JSON.stringify(folders)],
		{ env: engineEnvironment(installed), stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
	);
	const forget = atProcessEnd(() => child.kill('SIGKILL'));
	const askers = askersOf(child);
	let lastId = 0;
	return {
		run: async (request) =>
			await new Promise((resolve, reject) => {
				lastId += 1;
				askers.set(lastId, { resolve, reject });
				child.send({ id: lastId, request });
			}),
		end() {
			child.kill('SIGKILL');
			forget();
		},
	};
}

const script = fileURLToPath(new URL('process.mts', import.meta.url));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

function askersOf(child: ChildProcess): Map<number, Asker> {
	const askers = new Map<number, Asker>();
	child.on('message', (message) => {
		// Our own script sends only messages of this type.
		const { id, figures } = message as RunFiguresMessage;
		askers.get(id)?.resolve(figures);
		askers.delete(id);
	});
	child.on('exit', (code, signal) => {
		const error = new Error(`The measuring process ended with ${signal ?? `exit code ${code}`}`);
		for (const { reject } of askers.values()) reject(error);
		askers.clear();
	});
	return askers;
}
