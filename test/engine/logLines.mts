import { inspect } from 'node:util';

import { PollContext } from 'n8n-core';
import { LoggerProxy } from 'n8n-workflow';

const METHODS = ['error', 'warn', 'info', 'debug'] as const;

/** Notes everything that n8n and its nodes write to n8n's log from now on, whatever its level. */
export function watchLog(): string[] {
	const lines: string[] = [];
	// Any context has the logger; nothing else of this one is used.
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

/** All that is in a value, an error's stack and causes included, as text. */
export function everythingIn(value: unknown): string {
	const all = { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity };
	return inspect(value, { ...all, showHidden: true });
}
