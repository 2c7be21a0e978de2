import { parseArgs } from 'node:util';
import { isWindowKind, windowKindNames } from './rateWindows.mts';
import { isRetryAfterKind, retryAfterKindNames } from './retryAfter.mts';
import type { SandboxAddress, SettingsChange } from './sandbox.mts';

/** What the command line asks for. */
export type Command =
	| { kind: 'start'; options: SettingsChange & SandboxAddress }
	| { kind: 'help' }
	| { kind: 'mistake'; message: string };

/** The text of `--help`. */
export const help = `Starts the simulated backlink panel, with a page that shows what it is asked.

Usage: npm run sandbox -- [options]

  --port <number>         port to listen on, 0 for a free one   SANDBOX_PORT         8787
  --host <address>        address to listen on                  SANDBOX_HOST         127.0.0.1
  --balance <credits>     credits of the account                SANDBOX_BALANCE      1000
  --window <kind>         how requests are counted              SANDBOX_WINDOW       sliding
  --limit <requests>      requests of a key per minute          SANDBOX_LIMIT        60
  --retry-after <kind>    Retry-After of a 429                  SANDBOX_RETRY_AFTER  none
  --help                  this text

Each option can be given as the environment variable beside it; the option wins.
Kinds of window: ${windowKindNames.join(', ')}
Kinds of Retry-After: ${retryAfterKindNames.join(', ')}
`;

const flags = {
	port: { type: 'string' },
	host: { type: 'string' },
	balance: { type: 'string' },
	window: { type: 'string' },
	limit: { type: 'string' },
	'retry-after': { type: 'string' },
	help: { type: 'boolean' },
} as const;

/** Reads arguments (without program and script) and environment variables. */
export function readCommandLine(
	args: string[],
	environment: Record<string, string | undefined>,
): Command {
	const parsed = parsedFlags(args);
	if (parsed.values === undefined) return { kind: 'mistake', message: parsed.mistake };
	const { values } = parsed;
	if (values.help === true) return { kind: 'help' };

	const port = wholeNumber(values.port ?? environment.SANDBOX_PORT ?? '8787');
	const balance = wholeNumber(values.balance ?? environment.SANDBOX_BALANCE ?? '1000');
	const limit = wholeNumber(values.limit ?? environment.SANDBOX_LIMIT ?? '60');
	const window = values.window ?? environment.SANDBOX_WINDOW ?? 'sliding';
	const retryAfter = values['retry-after'] ?? environment.SANDBOX_RETRY_AFTER ?? 'none';
	if (port === null || port > 65_535) return mistake('port', 'a number from 0 to 65535');
	if (balance === null) return mistake('balance', 'a whole number');
	if (limit === null || limit === 0) return mistake('limit', 'a whole number from 1');
	if (!isWindowKind(window)) return mistake('window', `one of ${windowKindNames.join(', ')}`);
	if (!isRetryAfterKind(retryAfter)) {
		return mistake('retry-after', `one of ${retryAfterKindNames.join(', ')}`);
	}
	const host = values.host ?? environment.SANDBOX_HOST ?? '127.0.0.1';
	return {
		kind: 'start',
		options: { port, host, balance, rateLimit: { window, limit, retryAfter } },
	};
}

function parsedFlags(args: string[]) {
	try {
		return { values: parseArgs({ args, options: flags }).values };
	} catch (error) {
		return { mistake: error instanceof Error ? error.message : String(error) };
	}
}

function wholeNumber(text: string): number | null {
	return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function mistake(option: string, expected: string): Command {
	return { kind: 'mistake', message: `--${option} has to be ${expected}` };
}
