import { getEventListeners } from 'node:events';

import { MINUTE, SECOND, setUpTraffic } from './limiterTraffic.mts';

describe('a cancel', () => {
	test('ends a wait at once', async () => {
		const { clock, traffic } = setUpTraffic(1);
		const cancel = new AbortController();
		void traffic.request();
		const waiting = traffic.requests(3, { signal: cancel.signal });
		await clock.advance(5 * SECOND);
		cancel.abort();
		await clock.settle();
		expect(await Promise.all(waiting)).toEqual(Array(3).fill({ kind: 'stopped' }));
	});

	test('that came before lets nothing through', async () => {
		const { clock, traffic } = setUpTraffic(5);
		const ending = traffic.request({ signal: AbortSignal.abort() });
		await clock.settle();
		expect(await ending).toEqual({ kind: 'stopped' });
		expect(traffic.sent).toEqual([]);
	});

	test('leaves no waiter behind: the next one gets the turn, and the place in the window', async () => {
		const { clock, traffic } = setUpTraffic(1);
		const cancel = new AbortController();
		void traffic.request();
		void traffic.requests(10, { signal: cancel.signal });
		void traffic.request();
		await clock.advance(SECOND);
		cancel.abort();
		await clock.advance(62 * SECOND);
		expect(traffic.sent.map(({ turn }) => turn)).toEqual([1, 12]);
	});

	test('needs one listener on its signal, however many wait: Node warns of more than ten', async () => {
		const { clock, traffic } = setUpTraffic(1);
		const cancel = new AbortController();
		const waiting = traffic.requests(30, { signal: cancel.signal });
		await clock.advance(SECOND);
		expect(getEventListeners(cancel.signal, 'abort')).toHaveLength(1);
		cancel.abort();
		expect(await Promise.all(waiting.slice(1))).toEqual(Array(29).fill({ kind: 'stopped' }));
		expect(getEventListeners(cancel.signal, 'abort')).toEqual([]);
	});

	test('is not listened for by requests that need not wait', async () => {
		const { clock, limiter, traffic } = setUpTraffic(30);
		void traffic.request();
		await clock.advance(SECOND);
		const { signal } = new AbortController();
		const listen = jest.spyOn(signal, 'addEventListener');
		const admission = await limiter.acquire(limiter.newTurn(), 0, signal);
		expect(admission.kind).toBe('permit');
		expect(listen).not.toHaveBeenCalled();
	});

	test('of one execution does not touch the requests of another', async () => {
		const { clock, traffic } = setUpTraffic(1);
		const cancel = new AbortController();
		void traffic.request();
		const own = traffic.request({ signal: cancel.signal });
		const other = traffic.request();
		await clock.advance(SECOND);
		cancel.abort();
		await clock.advance(2 * MINUTE);
		expect((await own).kind).toBe('stopped');
		expect((await other).kind).toBe('replied');
	});

	test('leaves nothing on the signal, nor does a request that went or gave up', async () => {
		const { clock, traffic } = setUpTraffic(1);
		const { signal } = new AbortController();
		const endings = [
			traffic.request({ signal }),
			traffic.request({ signal, maxWaitMs: SECOND }),
			traffic.request({ signal }),
		];
		await clock.advance(5 * MINUTE);
		await Promise.all(endings);
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});

	test('after it the limiter sets no timer any more', async () => {
		const { clock, traffic } = setUpTraffic(1);
		const cancel = new AbortController();
		void traffic.requests(5, { signal: cancel.signal });
		await clock.advance(SECOND);
		cancel.abort();
		await clock.advance(250);
		expect(clock.sleepers()).toBe(0);
	});
});
