import { constants } from 'node:os';

const actions = new Set<() => void>();
const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/**
 * Registers a synchronous action for the end of this process: a normal end, an exception or a signal. The
 * latest action runs first.
 * @returns a function that removes the action
 */
export function atProcessEnd(action: () => void): () => void {
	if (!process.listeners('exit').includes(runActions)) listen();
	actions.add(action);
	return () => {
		actions.delete(action);
	};
}

function listen(): void {
	process.on('exit', runActions);
	for (const signal of signals) {
		process.on(signal, () => {
			// Another listener ends the process in its own way.
			if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
		});
	}
}

function runActions(): void {
	for (const action of [...actions].reverse()) {
		actions.delete(action);
		try {
			action();
		} catch (error) {
			console.error(error);
		}
	}
}
