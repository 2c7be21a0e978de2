import { inspect } from 'node:util';

import { PollContext } from 'n8n-core';
import { LoggerProxy } from 'n8n-workflow';

const METHODS = ['error', 'warn', 'info', 'debug'] as const;

/** Collects all further lines of n8n's log, at any level. */
export function watchLog(): string[] {
	const lines: string[] = [];
	// Makes an empty context only for its logger, which is the one of n8n.
	const { logger } = new PollContext(
		...([{}, {}, {}, 'trigger', 'activate'] as unknown as ConstructorParameters<
			typeof PollContext
		>),
	);
	for (const method of METHODS) {
		jest.spyOn(logger, method).mockImplementation((...line) => {
			lines.push(everythingIn(line));
		});
	}
	LoggerProxy.init(logger);
	return lines;
}

/** Writes a value as text in full, with the stack and the causes of errors. */
export function everythingIn(value: unknown): string {
	const all = { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity };
	return inspect(value, { ...all, showHidden: true });
}
