import { run } from '../../../sandbox/cli.mts';
import { sandboxStart } from '../../../sandbox/commandLine.mts';
import { CommandLineMistake } from '../../../tooling/commandLine.mts';

test('options go before environment variables, and these before the documented defaults', () => {
	const options = { port: '0', 'retry-after': 'date' };
	const environment = { SANDBOX_PORT: '9000', SANDBOX_BALANCE: '5' };
	expect(sandboxStart(options, environment)).toEqual({
		port: 0,
		host: '127.0.0.1',
		balance: 5,
		rateLimit: { window: 'sliding', limit: 60, retryAfter: 'date' },
	});
});

test.each([
	[{ port: '70000' }, {}, '--port (SANDBOX_PORT)'],
	[{ balance: 'many' }, {}, '--balance'],
	[{ limit: '0' }, {}, '--limit'],
	[{ window: 'weekly' }, {}, '--window'],
	[{}, { SANDBOX_RETRY_AFTER: 'soon' }, '--retry-after (SANDBOX_RETRY_AFTER)'],
])('the mistake in %j %j is named', (options, environment, option) => {
	const start = () => sandboxStart(options, environment);
	expect(start).toThrow(CommandLineMistake);
	expect(start).toThrow(option);
});

test('a host that is not of this machine is named', async () => {
	const words = '--host 203.0.113.1 cannot be listened on: EADDRNOTAVAIL';
	await expect(run({ host: '203.0.113.1', port: '0' })).rejects.toThrow(words);
});
