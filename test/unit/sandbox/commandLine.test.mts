import { run } from '../../../sandbox/cli.mts';
import { sandboxStart } from '../../../sandbox/commandLine.mts';
import { CommandLineMistake } from '../../../tooling/CommandLineMistake.mts';

describe('npm run sandbox', () => {
	it('starts with the documented limit by default', () => {
		expect(sandboxStart({}, {})).toEqual({
			port: 8787,
			host: '127.0.0.1',
			balance: 1000,
			rateLimit: { window: 'sliding', limit: 60, retryAfter: 'none' },
		});
	});

	it('takes options over environment variables', () => {
		const options = { port: '0', window: 'tokenBucket', 'retry-after': 'date' };
		const environment = { SANDBOX_PORT: '9000', SANDBOX_BALANCE: '5', SANDBOX_LIMIT: '7' };
		expect(sandboxStart(options, environment)).toMatchObject({
			port: 0,
			balance: 5,
			rateLimit: { window: 'tokenBucket', limit: 7, retryAfter: 'date' },
		});
	});

	it.each([
		[{ port: '70000' }, '--port (SANDBOX_PORT)'],
		[{ balance: 'many' }, '--balance'],
		[{ limit: '0' }, '--limit'],
		[{ window: 'weekly' }, '--window'],
		[{ 'retry-after': 'soon' }, '--retry-after (SANDBOX_RETRY_AFTER)'],
	])('names the mistake in %j', (options, option) => {
		const start = () => sandboxStart(options, {});
		expect(start).toThrow(CommandLineMistake);
		expect(start).toThrow(option);
	});

	it('names a host that is not of this machine', async () => {
		const started = run({ host: '203.0.113.1', port: '0' });
		await expect(started).rejects.toThrow(CommandLineMistake);
		await expect(started).rejects.toThrow(
			'--host 203.0.113.1 cannot be listened on: EADDRNOTAVAIL',
		);
	});

	it('names the mistake in an environment variable', () => {
		expect(() => sandboxStart({}, { SANDBOX_LIMIT: '-1' })).toThrow('SANDBOX_LIMIT');
	});
});
