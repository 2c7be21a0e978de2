import {
	NOON,
	claim,
	claimToResend,
	claimsOf,
	conclude,
	situation,
	storeOfAProcess,
	useFreshWorkflow,
} from './storeOfAProcess.mts';

const MINUTE = 60_000;

useFreshWorkflow();

describe('what becomes of a key', () => {
	test('a paid key is paid, for every execution after it', async () => {
		const store = await storeOfAProcess();
		expect(await claim(store, 'key')).toBe('free');
		await conclude(store, 'key', 'paid');
		for (const later of [
			store,
			await storeOfAProcess(),
			await storeOfAProcess({ node: 'other' }),
		]) {
			expect(await claim(later, 'key')).toBe('paid');
			expect(await claimToResend(later, 'key')).toBe('paid');
		}
	});

	test('a key whose order was certainly not placed can be used again', async () => {
		const store = await storeOfAProcess();
		expect(await claim(store, 'key')).toBe('free');
		await conclude(store, 'key', 'released');
		expect(await claim(await storeOfAProcess(), 'key')).toBe('free');
	});

	test('a lost answer leaves the key unknown at once, and nobody orders it unasked', async () => {
		const store = await storeOfAProcess();
		expect(await claim(store, 'key')).toBe('free');
		await conclude(store, 'key', 'unknown');
		expect(await claim(await storeOfAProcess(), 'key')).toBe('unknown');
		expect(await claim(await storeOfAProcess(), 'key')).toBe('unknown');
	});

	test('a process that ended before it concluded: in flight for a while, then unknown', async () => {
		expect(await claim(await storeOfAProcess(), 'key')).toBe('free');
		const later = await storeOfAProcess();
		situation.now = NOON + 9 * MINUTE;
		expect(await claimToResend(later, 'key')).toBe('inFlight');
		situation.now = NOON + 21 * MINUTE;
		expect(await claim(later, 'key')).toBe('unknown');
		situation.now = NOON + 24 * 60 * MINUTE;
		expect(await claim(later, 'key')).toBe('unknown');
	});

	test('several keys at once, each with an outcome of its own', async () => {
		const store = await storeOfAProcess();
		const keys = ['paid', 'released', 'unknown', 'nothing said'];
		expect([...(await store.claim(claimsOf(keys))).values()]).toEqual(keys.map(() => 'free'));
		await store.conclude([
			{ key: 'paid', outcome: 'paid' },
			{ key: 'released', outcome: 'released' },
			{ key: 'unknown', outcome: 'unknown' },
		]);
		expect(await (await storeOfAProcess()).claim(claimsOf([...keys, 'new']))).toEqual(
			new Map([
				['paid', 'paid'],
				['released', 'free'],
				['unknown', 'unknown'],
				['nothing said', 'inFlight'],
				['new', 'free'],
			]),
		);
	});

	test('another workflow has keys of its own', async () => {
		const store = await storeOfAProcess();
		await claim(store, 'key');
		await conclude(store, 'key', 'paid');
		situation.workflowId = `${situation.workflowId}-copy`;
		expect(await claim(await storeOfAProcess(), 'key')).toBe('free');
	});
});

describe('unknown orders are sent again', () => {
	async function leaveUnknown(key: string): Promise<void> {
		const store = await storeOfAProcess();
		await claim(store, key);
		await conclude(store, key, 'unknown');
	}

	test('by one of several that ask at the same moment', async () => {
		await leaveUnknown('key');
		const stores = [await storeOfAProcess(), await storeOfAProcess(), await storeOfAProcess()];
		const states = await Promise.all(stores.map((store) => claimToResend(store, 'key')));
		expect(states.sort()).toEqual(['inFlight', 'inFlight', 'unknown']);
	});

	test('by one of two nodes that ask at the same moment', async () => {
		await leaveUnknown('key');
		const stores = [await storeOfAProcess(), await storeOfAProcess({ node: 'other' })];
		const states = await Promise.all(stores.map((store) => claimToResend(store, 'key')));
		expect(states.filter((state) => state === 'unknown').length).toBeLessThanOrEqual(1);
	});

	test('not while somebody only looks, and not taken by who did not ask for it', async () => {
		await leaveUnknown('key');
		const store = await storeOfAProcess();
		expect(await claim(store, 'key')).toBe('unknown');
		expect(await claimToResend(store, 'key')).toBe('unknown');
		expect(await claim(await storeOfAProcess(), 'key')).toBe('inFlight');
	});

	test('and are paid then', async () => {
		await leaveUnknown('key');
		const store = await storeOfAProcess();
		await claimToResend(store, 'key');
		await conclude(store, 'key', 'paid');
		expect(await claim(await storeOfAProcess(), 'key')).toBe('paid');
	});

	test('and stay unknown when the second order was refused: the first one may have been placed', async () => {
		await leaveUnknown('key');
		const store = await storeOfAProcess();
		await claimToResend(store, 'key');
		await conclude(store, 'key', 'released');
		expect(await claim(await storeOfAProcess(), 'key')).toBe('unknown');
	});

	test('never two at once, where the clock of a second machine is in the slot before', async () => {
		await leaveUnknown('key');
		const behind = await storeOfAProcess({ environment: { wallClock: () => NOON - 1 } });
		expect(await claimToResend(await storeOfAProcess(), 'key')).toBe('unknown');
		expect(await claimToResend(behind, 'key')).toBe('inFlight');
	});
});
