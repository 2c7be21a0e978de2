import { rateLimiterFor } from '../../nodes/BacklinkPanel/api/accountRateLimiters.ts';
import { balanceRequest } from '../../nodes/BacklinkPanel/api/credits.ts';
import { createNonWaitingClient } from '../../nodes/BacklinkPanel/api/panelClient.ts';
import { balance, refused, SECOND, setUp, status, tooMany } from './clientOfService.mts';

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

describe('a poll, and a menu of the editor', () => {
	const openReader = async (functions: ReturnType<typeof setUp>['functions'], poller?: string) => {
		// Nothing else of n8n is used for a request.
		const reader = await createNonWaitingClient(functions as never, poller);
		if (reader.kind === 'failure') throw new Error(reader.detail);
		return reader;
	};

	test('reads once and at once', async () => {
		const { functions, access, sent } = setUp(balance);
		const reader = await openReader(functions);
		expect(reader.access).toEqual(access);
		expect(await reader.read(balanceRequest)).toEqual({ kind: 'answer', body: { bakiye: 5 } });
		expect(sent).toHaveLength(1);
	});

	test.each([
		['a lost answer', status(502), 'readFailed'],
		['a host that does not answer', refused, 'notSent'],
		['a 429', tooMany(), 'limit'],
	])('waits for nothing: %s', async (_, answer, reason) => {
		const { functions, sent } = setUp(answer);
		const { read } = await openReader(functions);
		expect(await read(balanceRequest)).toMatchObject({ reason, isPoll: true });
		expect(sent).toHaveLength(1);
	});

	test('gives an answer 30 s', async () => {
		const { functions, sent } = setUp(balance);
		await (await openReader(functions)).read(balanceRequest);
		expect(sent[0]?.[1]).toMatchObject({ timeout: 30 * SECOND });
	});

	test('of a trigger is known to the rate limiter by its name', async () => {
		const { access, functions } = setUp(balance);
		const newTurn = jest.spyOn(rateLimiterFor(access), 'newTurn');
		await (await openReader(functions, 'trigger 7')).read(balanceRequest);
		expect(newTurn.mock.calls).toEqual([['trigger 7']]);
	});

	test('asks nothing with a credential that cannot be used', async () => {
		const { sent, functions } = setUp(balance);
		const getCredentials = async () => await Promise.resolve({ baseUrl: '', apiKey: '' });
		expect(await createNonWaitingClient({ ...functions, getCredentials } as never)).toMatchObject({
			reason: 'invalidCredential',
			detail: 'The Base URL is empty',
		});
		expect(sent).toEqual([]);
	});
});
