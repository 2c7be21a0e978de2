import { PolledTrigger } from './polledTrigger.mts';

const newTrigger = () => new PolledTrigger({ event: 'balanceChanged' });
const stateOf = (trigger: PolledTrigger) => JSON.stringify(trigger.staticData);

describe('the state', () => {
	test('is kept for the event, and another event begins with a baseline of its own', async () => {
		const trigger = newTrigger();
		await trigger.poll();
		trigger.parameters = { event: 'balanceLow', threshold: 2000, repeatAfterHours: 0 };
		expect(await trigger.poll()).toEqual([{ bakiye: 1000, threshold: 2000, previousBakiye: null }]);
		expect(await trigger.poll()).toBeNull();
		trigger.parameters = { event: 'balanceChanged' };
		expect(await trigger.setBalance(900).poll()).toBeNull();
		expect(await trigger.setBalance(800).poll()).toHaveLength(1);
	});

	test.each([
		['of another version', { version: 1 }],
		['that is no object', { state: 'broken' }],
	])('a state %s is not read: the poll is a new baseline', async (_, broken) => {
		const trigger = newTrigger();
		await trigger.poll();
		Object.assign(trigger.staticData, broken);
		expect(await trigger.setBalance(900).poll()).toBeNull();
		expect(await trigger.setBalance(800).poll()).toHaveLength(1);
	});

	test('a poll that fails leaves it alone, and the next one finds what happened meanwhile', async () => {
		const trigger = newTrigger();
		await trigger.poll();
		const before = stateOf(trigger);
		trigger.status = 502;
		await expect(trigger.setBalance(900).poll()).rejects.toMatchObject({
			context: { reason: 'readFailed' },
		});
		expect(stateOf(trigger)).toBe(before);
		trigger.status = 200;
		expect(await trigger.poll()).toHaveLength(1);
	});

	test('a test in the editor neither reads nor changes it', async () => {
		const trigger = newTrigger();
		await trigger.poll();
		const before = stateOf(trigger);
		expect(await trigger.setBalance(900).test()).toEqual([
			{ bakiye: 900, previousBakiye: null, difference: null },
		]);
		expect(stateOf(trigger)).toBe(before);
		expect(await trigger.poll()).toHaveLength(1);
	});

	test('has nothing of the key in it but six characters of a hash', async () => {
		const trigger = newTrigger();
		await trigger.poll();
		expect(stateOf(trigger)).not.toContain(trigger.apiKey);
		expect(trigger.staticData.access).toEqual({
			credential: expect.stringMatching(/^.{6}$/),
			key: expect.stringMatching(/^.{6}$/),
		});
	});
});

test('a poll sends one request, once, also where the answer is lost', async () => {
	const trigger = newTrigger();
	trigger.status = 502;
	await expect(trigger.poll()).rejects.toThrow();
	expect(trigger.sent).toEqual(['/krediler']);
});

test('two polls at the same time: the second does nothing', async () => {
	const trigger = newTrigger();
	await trigger.poll();
	trigger.setBalance(900);
	expect(await Promise.all([trigger.poll(), trigger.poll()])).toEqual([
		[expect.objectContaining({ bakiye: 900 })],
		null,
	]);
});

test('two triggers at the same time: each does its own', async () => {
	const triggers = [newTrigger(), newTrigger()];
	for (const trigger of triggers) await trigger.poll();
	const polls = triggers.map((trigger) => trigger.setBalance(900).poll());
	expect(await Promise.all(polls)).toEqual([[expect.anything()], [expect.anything()]]);
});

test('an event that the trigger does not have', async () => {
	const trigger = new PolledTrigger({ event: 'siteAdded' });
	await expect(trigger.poll()).rejects.toMatchObject({
		message: 'This event is not supported',
		description: expect.stringContaining('siteAdded'),
		context: { reason: 'invalidParameter' },
	});
	expect(trigger.sent).toEqual([]);
});

test.each([
	['threshold', 'çok', /^“Threshold” has to be a number/],
	['repeatAfterHours', -1, /^“Repeat After” has to be a number/],
])('%s = %j is refused, and nothing was charged', async (name, value, message) => {
	const trigger = new PolledTrigger({ event: 'balanceLow', [name]: value });
	await expect(trigger.poll()).rejects.toMatchObject({
		message: expect.stringMatching(message),
		description: expect.stringContaining('Nothing was charged.'),
		context: { reason: 'invalidParameter' },
	});
	expect(trigger.sent).toEqual([]);
});

test('a credential that cannot be used', async () => {
	const trigger = newTrigger();
	trigger.apiKey = 'short';
	await expect(trigger.poll()).rejects.toMatchObject({ context: { reason: 'invalidCredential' } });
});

describe('429', () => {
	/** A key for which no pause is kept, so that the next poll is sent. */
	let keysSoFar = 0;
	const useNewKey = (trigger: PolledTrigger) => {
		trigger.apiKey = `demo_live_429_${process.pid}_${++keysSoFar}`;
	};
	/** How often in a row the service refuses a poll before it fails. */
	const toleratedBy = async (trigger: PolledTrigger) => {
		trigger.status = 429;
		for (let tolerated = 0; tolerated < 10; tolerated += 1) {
			useNewKey(trigger);
			const isTolerated = await trigger.poll().then(
				(items) => items === null,
				() => false,
			);
			if (!isTolerated) return tolerated;
		}
		return Number.POSITIVE_INFINITY;
	};

	test('three in a row do not fail a poll, the fourth does, with the time to come back', async () => {
		const trigger = newTrigger();
		expect(await toleratedBy(trigger)).toBe(3);
		await expect(trigger.poll()).rejects.toMatchObject({
			context: { reason: 'limit' },
			failure: { cause: 'rate-limited' },
		});
	});

	test('a poll that gets through begins the count anew', async () => {
		const trigger = newTrigger();
		await toleratedBy(trigger);
		trigger.status = 200;
		useNewKey(trigger);
		await trigger.poll();
		expect(await toleratedBy(trigger)).toBe(3);
	});

	test('so does another failure, and to publish the workflow again', async () => {
		const trigger = newTrigger();
		await toleratedBy(trigger);
		trigger.status = 502;
		useNewKey(trigger);
		await expect(trigger.poll()).rejects.toMatchObject({ context: { reason: 'readFailed' } });
		expect(await toleratedBy(trigger)).toBe(3);
		trigger.staticData = {};
		expect(await toleratedBy(trigger)).toBe(3);
	});

	test('in the editor the first one fails the test', async () => {
		const trigger = newTrigger();
		trigger.status = 429;
		await expect(trigger.test()).rejects.toMatchObject({ context: { reason: 'limit' } });
	});
});

describe('what is worth a line in the log', () => {
	const withoutId = () =>
		new PolledTrigger({ event: 'orderCreated' }).list([{ id: 1 }, { durum: 'aktif' }]);

	test('names the node, and comes once for each start of the trigger', async () => {
		const trigger = withoutId();
		await trigger.poll();
		await trigger.poll();
		expect(trigger.log).toEqual([expect.stringMatching(/^Trigger: Orders without a unique ID/)]);
		trigger.staticData = { ...trigger.staticData };
		await trigger.poll();
		expect(trigger.log).toHaveLength(2);
	});

	test('comes from polls alone, not from a test in the editor', async () => {
		const trigger = withoutId();
		await trigger.test();
		expect(trigger.log).toEqual([]);
	});
});
