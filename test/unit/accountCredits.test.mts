import { accountCreditsOf } from '../../nodes/BacklinkPanel/orders/spending/AccountCredits.ts';
import { nothingSpent } from '../../nodes/BacklinkPanel/orders/spending/spentCredits.ts';
import { backlink, cost, keep, noLimit, rest, startRun } from './spendingRuns.mts';

const HOUR = 3_600_000;

describe('the credits of an account', () => {
	let now: jest.SpyInstance<number, []>;
	beforeEach(() => {
		now = jest.spyOn(performance, 'now').mockReturnValue(10 * HOUR);
	});
	afterEach(() => now.mockRestore());
	const pass = (ms: number) => now.mockReturnValue(performance.now() + ms);
	/** Whether it is still the same after another account was asked for. */
	const isKept = (name: string, account: unknown) => {
		accountCreditsOf('another');
		return accountCreditsOf(name) === account;
	};

	test('are one object for each account, while it is used', () => {
		expect(accountCreditsOf('one')).toBe(accountCreditsOf('one'));
		expect(accountCreditsOf('one')).not.toBe(accountCreditsOf('other'));
	});

	test('are freed after an hour without use', () => {
		const account = accountCreditsOf('idle');
		pass(HOUR);
		expect(isKept('idle', account)).toBe(true);
		pass(HOUR + 1);
		expect(isKept('idle', account)).toBe(false);
	});

	test('are not freed for whoever asks for them, however late', () => {
		const account = accountCreditsOf('late');
		pass(2 * HOUR);
		expect(accountCreditsOf('late')).toBe(account);
	});

	test('are not freed while an order is in flight; its outcome is a use', async () => {
		const account = accountCreditsOf('busy');
		const run = startRun(account, noLimit);
		const order = await run.reserve(backlink());
		pass(HOUR + 1);
		expect(isKept('busy', account)).toBe(true);
		pass(HOUR);
		run.settle(order, cost(1));
		pass(HOUR);
		expect(isKept('busy', account)).toBe(true);
	});

	test('are not freed while the balance is read, even if nobody waits for it any more', async () => {
		const account = accountCreditsOf('reading');
		const stop = new AbortController();
		let tell = (_: number) => {};
		const balance = new Promise<number>((resolve) => {
			tell = resolve;
		});
		const run = startRun(account, keep(10), nothingSpent(), async () => await balance);
		const order = run.reserve(backlink(), stop.signal);
		pass(HOUR + 1);
		expect(isKept('reading', account)).toBe(true);
		stop.abort();
		expect(await order).toEqual({ kind: 'stopped' });
		pass(HOUR + 1);
		expect(isKept('reading', account)).toBe(true);
		tell(100);
		await rest();
		pass(HOUR + 1);
		expect(isKept('reading', account)).toBe(false);
	});
});
