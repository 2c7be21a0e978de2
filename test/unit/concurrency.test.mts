import { endOf } from '../../nodes/BacklinkPanel/batch/concurrency.ts';
import {
	failure,
	noUsableAnswer,
	type PanelFailure,
} from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import { Concurrency, type RequestEnd } from '../../nodes/BacklinkPanel/rateLimiter/Concurrency.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const TIMEOUT = 120 * SECOND;

const order = (facts: Partial<PanelFailure>) => ({ detail: '', ...facts });

/** Makes a process with a clock of its own, and batches of one account. */
function setUp() {
	let now = 5 * SECOND;
	const lostAnswers = { lastAt: Number.NEGATIVE_INFINITY };
	return {
		newBatch: (requestsPerMinute = 60) =>
			new Concurrency(0, requestsPerMinute, lostAnswers, undefined, () => now),
		wait: (ms: number) => {
			now += ms;
		},
	};
}

/** Makes a batch. `round` sends as many requests at once as allowed, and ends these in the order of sending. */
function setUpBatch(requestsPerMinute?: number) {
	const { newBatch, wait } = setUp();
	const batch = newBatch(requestsPerMinute);

	function send(count = batch.limit): Array<(end: RequestEnd) => void> {
		return Array.from({ length: count }, () => batch.sent(TIMEOUT));
	}
	function round(how: RequestEnd, tookMs: number): number {
		const inFlight = send();
		wait(tookMs);
		for (const end of inFlight) end(how);
		return batch.limit;
	}
	return { batch, wait, send, round };
}

test('a batch starts with ten', () => {
	expect(setUpBatch().batch.limit).toBe(10);
});

describe('while answers are quick', () => {
	test('each answer allows one more in flight, up to 1.5 times as many as were answered quickly', () => {
		const { round } = setUpBatch();
		// Of the first ten, only the last three raise the limit: 7 × 1.5, rounded down, is still ten.
		expect(round('answered', 20 * SECOND)).toBe(13);
		expect(round('answered', 20 * SECOND)).toBe(18);
		expect(round('answered', 20 * SECOND)).toBe(24);
	});

	test('not beyond the requests per minute', () => {
		const { round } = setUpBatch(15);
		for (let rounds = 0; rounds < 10; rounds += 1) round('answered', SECOND);
		expect(round('answered', SECOND)).toBe(15);
	});

	test('a credential with fewer than ten requests per minute still allows ten in flight', () => {
		const { round } = setUpBatch(5);
		expect(round('answered', SECOND)).toBe(10);
	});
});

test('an answer that took more than 1.25 times as long as the quickest does not raise the limit', () => {
	const { batch, round, send, wait } = setUpBatch();
	const [quickest] = send(1);
	wait(2 * SECOND);
	quickest?.('answered');
	expect(round('answered', 2.51 * SECOND)).toBe(10);
	expect(round('answered', 2.5 * SECOND)).toBe(13);
	expect(batch.limit).toBe(13);
});

test('an answer within a quarter of a second is quick, because shorter differences are noise', () => {
	const { batch, round, send, wait } = setUpBatch();
	const [quickest] = send(1);
	wait(2);
	quickest?.('answered');
	expect(round('answered', 251)).toBe(10);
	expect(round('answered', 250)).toBe(13);
	expect(batch.limit).toBe(13);
});

test('a panel that does one order at a time: an answer that waited behind others is not quick', () => {
	const { batch, send, wait } = setUpBatch();
	const inFlight = send();
	for (let orders = 0; orders < 100; orders += 1) {
		wait(2 * SECOND);
		inFlight.shift()?.('answered');
		inFlight.push(...send(batch.limit - inFlight.length));
	}
	expect(batch.limit).toBe(10);
});

describe('a slow answer, over a third of the timeout', () => {
	test('lowers the limit by one', () => {
		const { batch, round, send, wait } = setUpBatch();
		for (let rounds = 0; rounds < 3; rounds += 1) round('answered', SECOND);
		const before = batch.limit;
		const [first, second] = send(2);
		wait(41 * SECOND);
		first?.('answered');
		expect(batch.limit).toBe(before - 1);
		second?.('answered');
		expect(batch.limit).toBe(before - 2);
	});

	test('lowers the limit to ten at least, and never raises it', () => {
		const { round } = setUpBatch();
		for (let rounds = 0; rounds < 3; rounds += 1) round('answered', SECOND);
		expect(round('answered', 41 * SECOND)).toBe(10);
		expect(round('answered', 41 * SECOND)).toBe(10);
	});
});

describe('a lost answer', () => {
	test('halves the limit, to ten at most', () => {
		const { batch, round, send } = setUpBatch();
		for (let rounds = 0; rounds < 4; rounds += 1) round('answered', SECOND);
		expect(batch.limit).toBeGreaterThan(20);
		send(1)[0]?.('lost');
		expect(batch.limit).toBe(10);
		send(1)[0]?.('lost');
		expect(batch.limit).toBe(5);
	});

	test('leaves a limit of one at least', () => {
		const { batch, send } = setUpBatch();
		for (let losses = 0; losses < 10; losses += 1) send(1)[0]?.('lost');
		expect(batch.limit).toBe(1);
	});

	test('does not halve the limit again for requests that were sent before', () => {
		const { round } = setUpBatch();
		expect(round('lost', SECOND)).toBe(5);
		expect(round('lost', SECOND)).toBe(2);
	});

	test('lets the limit grow again by one for each round of answers, up to ten', () => {
		const { round } = setUpBatch();
		round('lost', SECOND);
		const limits = Array.from({ length: 8 }, () => round('answered', SECOND));
		expect(limits).toEqual([5, 6, 7, 8, 9, 10, 10, 10]);
	});

	test('lets no answer over two thirds of the timeout raise the limit', () => {
		const { round } = setUpBatch();
		round('lost', SECOND);
		expect(round('answered', 81 * SECOND)).toBe(5);
		expect(round('answered', 79 * SECOND)).toBe(5);
		expect(round('answered', 79 * SECOND)).toBe(6);
	});
});

test('for an hour after a lost answer, no batch of the account goes beyond ten', () => {
	const { newBatch, wait } = setUp();
	const [one, other] = [newBatch(), newBatch()];
	const answerTo = (batch: Concurrency, count: number) => {
		const inFlight = Array.from({ length: count }, () => batch.sent(TIMEOUT));
		wait(SECOND);
		for (const end of inFlight) end('answered');
	};
	answerTo(other, 10);
	answerTo(other, other.limit);
	expect(other.limit).toBe(18);

	one.sent(TIMEOUT)('lost');
	answerTo(other, 1);
	expect(other.limit).toBe(10);
	const later = newBatch();
	wait(HOUR - 4 * SECOND);
	answerTo(later, 10);
	expect(later.limit).toBe(10);

	wait(3 * SECOND);
	answerTo(later, 10);
	expect(later.limit).toBeGreaterThan(10);
});

test.each(['refused', 'untold'] as const)('a request that is %s keeps the old limit', (how) => {
	const { round } = setUpBatch();
	round('answered', SECOND);
	expect(round(how, SECOND)).toBe(13);
	expect(round('answered', SECOND)).toBe(18);
});

describe('the end of a request', () => {
	test.each<[string, RequestEnd, PanelFailure]>([
		['a refusal', 'refused', failure('krediYetersiz', order({ httpStatus: 402 }))],
		['a 429', 'untold', failure('limit', order({ httpStatus: 429 }))],
		['a refusal that shows an order', 'lost', noUsableAnswer(true, order({ httpStatus: 402 }))],
		['a redirect', 'lost', noUsableAnswer(true, order({ httpStatus: 302 }))],
		['a page to choose from', 'lost', noUsableAnswer(true, order({ httpStatus: 300 }))],
		['an order not confirmed', 'lost', failure('notConfirmed', order({ httpStatus: 200 }))],
		['a request that never left', 'untold', failure('notSent', order({ isTransient: true }))],
		['the user’s Stop', 'untold', noUsableAnswer(true, order({ isTransient: false }))],
		['a timeout', 'lost', noUsableAnswer(true, order({ isTransient: true }))],
		['a 5xx', 'lost', noUsableAnswer(true, order({ httpStatus: 502, isTransient: true }))],
		['a read without an answer', 'lost', noUsableAnswer(false, order({ isTransient: true }))],
		['a success without a readable body', 'lost', noUsableAnswer(true, order({ httpStatus: 200 }))],
	])('%s: %s', (_, end, outcome) => {
		expect(endOf(outcome)).toBe(end);
	});
});

describe('ten lost answers in a row', () => {
	const lose = (count: number) => Array.from({ length: count }, () => 'lost' as const);

	test.each<[string, boolean, RequestEnd[]]>([
		['show that the service is down', true, lose(10)],
		['also where some requests never left in between', true, [...lose(5), 'untold', ...lose(5)]],
		['are no longer in a row after a refusal', false, [...lose(9), 'refused', ...lose(9)]],
		['nor after an answer', false, [...lose(9), 'answered', ...lose(9)]],
	])('%s', (_, isDown, ends) => {
		const { batch, send } = setUpBatch();
		for (const end of ends) send(1)[0]?.(end);
		expect(batch.isServiceDown).toBe(isDown);
	});
});

test('only requests at the service count as in flight', () => {
	const { batch, send, wait } = setUpBatch();
	for (let orders = 0; orders < 50; orders += 1) {
		// Sends one request after another, as if the rate limit let only single requests go.
		const [end] = send(1);
		wait(SECOND);
		end?.('answered');
	}
	expect(batch.limit).toBe(10);
});
