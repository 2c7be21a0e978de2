import { CommandLineMistake } from '../tooling/commandLine.mts';
import { isWindowKind, windowKindNames } from './rateWindows.mts';
import { isRetryAfterKind, retryAfterKindNames } from './retryAfter.mts';
import type { SandboxAddress, SettingsChange } from './sandbox.mts';

/** Options of `npm run sandbox` by name. */
export type SandboxOptions = Partial<Record<keyof typeof defaults, string>>;

const defaults = {
	port: '8787',
	host: '127.0.0.1',
	balance: '1000',
	limit: '60',
	window: 'sliding',
	'retry-after': 'none',
};

/**
 * Reads the settings. An option wins over its environment variable, and both over the default.
 * @throws CommandLineMistake if an option has an invalid value
 */
export function sandboxStart(
	options: SandboxOptions,
	environment: Record<string, string | undefined>,
): SettingsChange & SandboxAddress {
	const given = (option: keyof typeof defaults) =>
		options[option] ?? environment[variableOf(option)] ?? defaults[option];
	const window = given('window');
	if (!isWindowKind(window)) throw mistake('window', `one of ${windowKindNames.join(', ')}`);
	const retryAfter = given('retry-after');
	if (!isRetryAfterKind(retryAfter)) {
		throw mistake('retry-after', `one of ${retryAfterKindNames.join(', ')}`);
	}
	const port = wholeNumber(given('port'));
	if (port === null || port > 65_535) throw mistake('port', 'a number from 0 to 65535');
	const balance = wholeNumber(given('balance'));
	if (balance === null) throw mistake('balance', 'a whole number');
	const limit = wholeNumber(given('limit'));
	if (limit === null || limit === 0) throw mistake('limit', 'a whole number from 1');
	return { port, host: given('host'), balance, rateLimit: { window, limit, retryAfter } };
}

/** Names the variable of an option: `retry-after` is SANDBOX_RETRY_AFTER. */
function variableOf(option: string): string {
	return `SANDBOX_${option.toUpperCase().replaceAll('-', '_')}`;
}

function wholeNumber(text: string): number | null {
	return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function mistake(option: string, expected: string): CommandLineMistake {
	return new CommandLineMistake(`--${option} (${variableOf(option)}) has to be ${expected}`);
}
