import { DAY, HOUR, PolledTrigger } from './polledTrigger.mts';

describe('Balance Low', () => {
	const low = (more = {}) => new PolledTrigger({ event: 'balanceLow', threshold: 50, ...more });

	test('is emitted when the balance falls to the threshold, and again only after it was above', async () => {
		const trigger = low();
		const emitted = [];
		for (const balance of [51, 50, 30, 0, 51, 10]) {
			emitted.push(await trigger.setBalance(balance).poll());
		}
		expect(emitted).toEqual([
			null,
			[{ bakiye: 50, threshold: 50, previousBakiye: 51 }],
			null,
			null,
			null,
			[{ bakiye: 10, threshold: 50, previousBakiye: 51 }],
		]);
	});

	test('on the first poll there is no balance before', async () => {
		expect(await low().setBalance(20).poll()).toEqual([
			{ bakiye: 20, threshold: 50, previousBakiye: null },
		]);
	});

	test('a threshold with digits after the point', async () => {
		expect(
			await low({ threshold: 0.3 })
				.setBalance(0.1 + 0.2)
				.poll(),
		).toHaveLength(1);
		expect(await low({ threshold: 0.3 }).setBalance(0.300_001).poll()).toBeNull();
	});

	test('a reminder comes when Repeat After is over, counted from the last time it was emitted', async () => {
		const trigger = low({ repeatAfterHours: 2 }).setBalance(10);
		const emittedAfter = async (ms: number) => {
			trigger.now += ms;
			return (await trigger.poll()) !== null;
		};
		expect(await emittedAfter(0)).toBe(true);
		expect(await emittedAfter(2 * HOUR - 1)).toBe(false);
		expect(await emittedAfter(1)).toBe(true);
		expect(await emittedAfter(2 * HOUR - 1)).toBe(false);
		expect(await emittedAfter(1)).toBe(true);
	});

	test('by default it comes after a day; with 0 never', async () => {
		for (const [more, isReminded] of [
			[{}, true],
			[{ repeatAfterHours: 0 }, false],
		] as const) {
			const trigger = low(more).setBalance(10);
			await trigger.poll();
			trigger.now += DAY;
			expect((await trigger.poll()) !== null).toBe(isReminded);
		}
	});

	test('there is no reminder where the balance is above', async () => {
		const trigger = low({ repeatAfterHours: 1 });
		await trigger.setBalance(10).poll();
		trigger.now += 2 * HOUR;
		expect(await trigger.setBalance(60).poll()).toBeNull();
		trigger.now += 2 * HOUR;
		expect(await trigger.poll()).toBeNull();
	});

	test('a clock that was ahead and is right again puts a reminder off by no more than Repeat After', async () => {
		const trigger = low({ repeatAfterHours: 1 }).setBalance(10);
		trigger.now += 365 * DAY;
		await trigger.poll();
		trigger.now -= 365 * DAY;
		expect(await trigger.poll()).toBeNull();
		trigger.now += HOUR;
		expect(await trigger.poll()).toHaveLength(1);
	});

	test('a test in the editor shows the balance of now', async () => {
		expect(await low().test()).toEqual([{ bakiye: 1000, threshold: 50, previousBakiye: null }]);
	});
});

describe('Balance Changed', () => {
	const changed = () => new PolledTrigger({ event: 'balanceChanged' });

	test.each([
		[1000, 988, -12],
		[988, 2000, 1012],
		[10.1, 9.8, -0.3],
		[0.1, 0.3, 0.2],
		[0.000_001, 0, -0.000_001],
	])('from %d to %d it is %d', async (previousBakiye, bakiye, difference) => {
		const trigger = changed().setBalance(previousBakiye);
		expect(await trigger.poll()).toBeNull();
		expect(await trigger.setBalance(bakiye).poll()).toEqual([
			{ bakiye, previousBakiye, difference },
		]);
		expect(await trigger.poll()).toBeNull();
	});

	test('what is only a trace of binary fractions is no change', async () => {
		const trigger = changed().setBalance(0.3);
		await trigger.poll();
		expect(await trigger.setBalance(0.1 + 0.2).poll()).toBeNull();
	});

	test('a test in the editor shows the balance of now', async () => {
		expect(await changed().test()).toEqual([
			{ bakiye: 1000, previousBakiye: null, difference: null },
		]);
	});

	test('an answer without a balance fails the poll', async () => {
		const trigger = changed();
		trigger.answers['/krediler'] = { ok: true, bakiye: 'yok' };
		await expect(trigger.poll()).rejects.toMatchObject({ context: { reason: 'unexpectedAnswer' } });
	});
});

describe('another account behind the node', () => {
	interface Change {
		credentialId?: string;
		apiKey?: string;
	}

	test.each<[string, Change, 'is a new baseline' | 'goes on', string[]]>([
		[
			'another credential with another key',
			{ credentialId: '2', apiKey: 'demo_live_of_another' },
			'is a new baseline',
			[expect.stringContaining('new baseline')],
		],
		[
			'another key in the same credential, which may be a renewed one,',
			{ apiKey: 'demo_live_renewed_key' },
			'goes on',
			[expect.stringContaining('still compared')],
		],
		['another credential with the same key', { credentialId: '2' }, 'goes on', []],
		['nothing else', {}, 'goes on', []],
	])('%s %j %s', async (_, change, then, log) => {
		const trigger = new PolledTrigger({ event: 'balanceChanged' });
		await trigger.poll();
		Object.assign(trigger, change);
		const emitted = await trigger.setBalance(900).poll();
		expect(emitted === null).toBe(then === 'is a new baseline');
		expect(trigger.log).toEqual(log);
		expect(await trigger.setBalance(800).poll()).toEqual([
			{ bakiye: 800, previousBakiye: 900, difference: -100 },
		]);
		expect(trigger.log).toHaveLength(log.length);
	});

	test('Balance Low is emitted for it anew', async () => {
		const trigger = new PolledTrigger({ event: 'balanceLow' }).setBalance(10);
		await trigger.poll();
		Object.assign(trigger, { credentialId: '2', apiKey: 'demo_live_of_the_next' });
		expect(await trigger.poll()).toEqual([{ bakiye: 10, threshold: 50, previousBakiye: null }]);
	});
});
