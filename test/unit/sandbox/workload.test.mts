import { useSandbox } from '../../sandbox/useSandbox.mts';

const sandbox = useSandbox({ rateLimit: { window: 'unlimited' } });

/** Sends backlink orders at once; in the order in which they are answered. */
async function answersTo(count: number): Promise<Array<{ number: number; status: number }>> {
	const answers: Array<{ number: number; status: number }> = [];
	await Promise.all(
		Array.from({ length: count }, async (_, number) => {
			const body = { hedefUrl: `https://musteri.example/${number}`, anchor: 'a', sureAy: 1 };
			const { status } = await sandbox.send({
				method: 'POST',
				path: '/backlink',
				body,
			});
			answers.push({ number, status });
		}),
	);
	return answers;
}

async function millisecondsOf(task: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	await task();
	return performance.now() - startedAt;
}

test('each worker handles one order at a time, in the order in which they came', async () => {
	await sandbox.client.change({ workload: { workers: 1, orderMs: 30 } });
	expect(await millisecondsOf(() => answersTo(4))).toBeGreaterThanOrEqual(115);
	const { charges } = await sandbox.client.books();
	const gaps = charges.slice(1).map(({ at }, index) => at - (charges[index]?.at ?? 0));
	expect(Math.min(...gaps)).toBeGreaterThanOrEqual(28);
});

test('reads do not wait in line', async () => {
	await sandbox.client.change({ workload: { workers: 1, orderMs: 300 } });
	const orders = answersTo(1);
	await sandbox.send({ path: '/krediler' });
	expect((await sandbox.client.books()).charges).toEqual([]);
	await orders;
});

test('with many orders in flight each takes longer', async () => {
	await sandbox.client.change({ workload: { orderMs: 30, slowsBeyond: 2 } });
	expect(await millisecondsOf(() => answersTo(4))).toBeGreaterThanOrEqual(115);
});

test('the first order wakes it up, once', async () => {
	await sandbox.client.change({ workload: { coldStartMs: 300 } });
	const first = await millisecondsOf(() => answersTo(3));
	expect(first).toBeGreaterThanOrEqual(298);
	expect(await millisecondsOf(() => answersTo(1))).toBeLessThan(first);
});

test('a gateway gives up, and the order is carried out all the same', async () => {
	await sandbox.client.change({ workload: { orderMs: 150, gatewayMs: 50 } });
	expect(await answersTo(1)).toEqual([{ number: 0, status: 504 }]);
	expect((await sandbox.client.books()).charges).toEqual([]);
	await new Promise((resolve) => setTimeout(resolve, 150));
	expect((await sandbox.client.books()).charges).toHaveLength(1);
});

test('the books tell how many requests were in flight as each one arrived', async () => {
	await sandbox.client.change({ workload: { orderMs: 50 } });
	await answersTo(3);
	await answersTo(1);
	const requests = await sandbox.client.requestsTo('/backlink');
	expect(requests.map(({ inFlight }) => inFlight)).toEqual([1, 2, 3, 1]);
});
