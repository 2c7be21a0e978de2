import { readCommandLine } from '../../../sandbox/commandLine.mts';

describe('the command line', () => {
	it('starts with the documented limit by default', () => {
		expect(readCommandLine([], {})).toEqual({
			kind: 'start',
			options: {
				port: 8787,
				host: '127.0.0.1',
				balance: 1000,
				rateLimit: { window: 'sliding', limit: 60, retryAfter: 'none' },
			},
		});
	});

	it('takes options over environment variables', () => {
		const args = ['--port', '0', '--window=tokenBucket', '--retry-after', 'date'];
		const environment = { SANDBOX_PORT: '9000', SANDBOX_BALANCE: '5', SANDBOX_LIMIT: '7' };
		expect(readCommandLine(args, environment)).toMatchObject({
			kind: 'start',
			options: {
				port: 0,
				balance: 5,
				rateLimit: { window: 'tokenBucket', limit: 7, retryAfter: 'date' },
			},
		});
	});

	it('tells its options', () => {
		expect(readCommandLine(['--help'], {})).toEqual({ kind: 'help' });
	});

	it.each([
		[['--port', '70000'], '--port'],
		[['--balance', 'many'], '--balance'],
		[['--limit', '0'], '--limit'],
		[['--window', 'weekly'], '--window'],
		[['--retry-after', 'soon'], '--retry-after'],
		[['--speed', '5'], '--speed'],
	])('names the mistake in %j', (args, option) => {
		expect(readCommandLine(args, {})).toEqual({
			kind: 'mistake',
			message: expect.stringContaining(option),
		});
	});
});
