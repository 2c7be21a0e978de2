import { OrderClaims } from '../../nodes/BacklinkPanel/orders/store/OrderClaims.ts';
import { MOST_KEYS_PER_CLAIM } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import { ClaimsOfAWorkflow, orderOf, orders, rest } from './claimsOfAWorkflow.mts';

let workflow: ClaimsOfAWorkflow;
const claimsAt = (...args: Parameters<ClaimsOfAWorkflow['at']>) => workflow.at(...args);
beforeEach(() => {
	workflow = new ClaimsOfAWorkflow();
});

describe('an order with several keys', () => {
	const both = orderOf(0, 'own', 'of the retry');
	const sendAgain = { ...both, resendsUnknown: true };

	test.each([
		['paid', 'unknown', 'paid'],
		['inFlight', 'paid', 'paid'],
		['inFlight', 'unknown', 'inFlight'],
		['unknown', undefined, 'unknown'],
		[undefined, 'inFlight', 'inFlight'],
		[undefined, undefined, 'free'],
	] as const)('%s and %s: %s', async (own, ofRetry, expected) => {
		if (own) await workflow.used(own, 'own');
		if (ofRetry) await workflow.used(ofRetry, 'of the retry');
		const { claim, found } = claimsAt(60);
		await claim(both);
		const known = found.get(0);
		expect(known).toMatchObject({ state: expected });
		const decides = expected === own || expected === 'free' ? 'own' : 'of the retry';
		expect(known).toMatchObject({ key: decides });
	});

	test('what was claimed of them is given back, what was not stays as it is', async () => {
		await workflow.used('paid', 'of the retry');
		const { claims, claim } = claimsAt(60);
		await claim(both);
		await claims.end();
		expect(await workflow.stateNow('own')).toBe('free');
		expect(await workflow.stateNow('of the retry')).toBe('paid');
	});

	test('an unknown one is claimed where it is to be sent again, and unknown again where it was refused', async () => {
		await workflow.used('unknown', 'own');
		const { claims, claim } = claimsAt(60);
		await claim(sendAgain);
		expect(await workflow.stateNow('own')).toBe('inFlight');
		claims.conclude(0, 'released');
		await claims.end();
		expect(await workflow.stateNow('own')).toBe('unknown');
		expect(await workflow.stateNow('of the retry')).toBe('free');
	});

	test.each(['paid', 'inFlight'] as const)(
		'one that is %s is not claimed by who sends unknown ones again: it stays as it is',
		async (state) => {
			await workflow.used(state, 'own');
			const { claims, claim } = claimsAt(60);
			await claim(sendAgain);
			claims.conclude(0, 'released');
			await claims.end();
			expect(await workflow.stateNow('own')).toBe(state);
			expect(await workflow.stateNow('of the retry')).toBe('free');
		},
	);

	test('an unknown one is not claimed where it is not: nothing is recorded of it', async () => {
		await workflow.used('unknown', 'own', 'of the retry');
		const { claims, claim } = claimsAt(60);
		const concluded = jest.spyOn(workflow.store, 'conclude');
		await claim(both);
		claims.conclude(0, 'paid');
		await claims.end();
		expect(concluded).not.toHaveBeenCalled();
	});
});

describe('others of this process', () => {
	test.each([
		['the same key', ['key']],
		['one of its keys', ['own', 'key']],
	])('wait for an order in flight with %s, and find what became of it', async (_, keys) => {
		const first = claimsAt(60);
		await first.claim(orderOf(0, 'key'));
		const second = new OrderClaims(
			workflow.newStore(),
			workflow.scope,
			() => [],
			60,
			() => workflow.now,
		);
		let found: unknown;
		const asked = second
			.claim(orderOf(0, ...keys), new AbortController().signal)
			.then((claim) => (found = claim));
		await rest();
		expect(found).toBeUndefined();
		first.claims.conclude(0, 'paid');
		await asked;
		expect(found).toMatchObject({ state: 'paid' });
	});

	test('who waits for it ends with the signal', async () => {
		const first = claimsAt(60);
		await first.claim(orderOf(0, 'key'));
		const stop = new AbortController();
		const asked = first.claims.claim(orderOf(1, 'key'), stop.signal);
		stop.abort();
		expect(await asked).toBeUndefined();
	});

	test('do not wait for what turned out to be paid, nor for another workflow', async () => {
		await workflow.used('paid', 'key');
		const { claim, states } = claimsAt(60);
		await claim(orderOf(0, 'key'));
		await claim(orderOf(1, 'key'));
		expect([...states.values()]).toEqual(['paid', 'paid']);
	});

	test('may go on where an outcome could not be recorded: the key is unknown then', async () => {
		const { claims, claim, states } = claimsAt(60);
		await claim(orderOf(0, 'key'));
		jest.spyOn(workflow.store, 'conclude').mockRejectedValue(new Error('no connection'));
		claims.conclude(0, 'paid');
		await claims.end();
		await claim(orderOf(1, 'key'));
		expect(states.get(1)).toBe('inFlight');
	});
});

describe('a store that cannot be used', () => {
	test('is told to all who asked, and nothing is claimed', async () => {
		const { claims, claim, found } = claimsAt(60);
		jest.spyOn(workflow.store, 'claim').mockRejectedValue(new Error('no connection'));
		await claim(...orders(2));
		const unavailable = { state: 'unavailable', reason: 'no connection' };
		expect([...found.values()]).toEqual([unavailable, unavailable]);
		const concluded = jest.spyOn(workflow.store, 'conclude');
		await claims.end();
		expect(concluded).not.toHaveBeenCalled();
	});

	test('whatever it throws', async () => {
		const { claim, found } = claimsAt(60);
		jest.spyOn(workflow.store, 'claim').mockRejectedValue('a text');
		await claim(orderOf(0));
		expect(found.get(0)).toEqual({ state: 'unavailable', reason: 'a text' });
	});
});

describe('the end of a run', () => {
	test('gives back what was claimed and not concluded, ahead of its turn or not', async () => {
		const { claims, claim } = claimsAt(60, () => [orderOf(1)]);
		await claim(orderOf(0));
		await claims.end();
		expect(await workflow.stateNow('key 0')).toBe('free');
		expect(await workflow.stateNow('key 1')).toBe('free');
	});

	test('waits for a claim that is being made', async () => {
		const { claims } = claimsAt(60);
		let goOn = () => {};
		const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
		const { checkProcessedAndRecord } = workflow.rows.functions;
		workflow.rows.functions.checkProcessedAndRecord = async (...call) => {
			await mayGoOn;
			return (await checkProcessedAndRecord?.(...call)) ?? { new: [], processed: [] };
		};
		void claims.claim(orderOf(0), new AbortController().signal);
		await rest();
		const ended = claims.end();
		goOn();
		await ended;
		expect(await workflow.stateNow('key 0')).toBe('free');
	});

	test('no more keys than a session takes are recorded at once', async () => {
		const { claims, claim } = claimsAt(6_000);
		const concluded = jest.spyOn(workflow.store, 'conclude');
		await claim(...orders(50));
		for (let index = 0; index < 50; index += 1) claims.markSent(index);
		await claim(...orders(50, 50));
		for (let index = 0; index < 100; index += 1) claims.conclude(index, 'paid');
		await claims.end();
		const counts = concluded.mock.calls.map(([outcomes]) => outcomes.length);
		expect(counts.reduce((sum, count) => sum + count)).toBe(100);
		expect(Math.max(...counts)).toBeLessThanOrEqual(MOST_KEYS_PER_CLAIM);
		expect(await workflow.stateNow('key 99')).toBe('paid');
	});
});
