import { useSandbox } from '../../sandbox/useSandbox.mts';

const sandbox = useSandbox({ rateLimit: { window: 'unlimited' } });

/** Sends backlink orders at once. @returns their statuses */
async function orders(count: number): Promise<number[]> {
	return await Promise.all(
		Array.from({ length: count }, async (_, number) => {
			const body = { hedefUrl: `https://musteri.example/${number}`, anchor: 'a', sureAy: 1 };
			return (await sandbox.send({ method: 'POST', path: '/backlink', body })).status;
		}),
	);
}

/** How long after the first charge each one came, in ms. */
async function chargedAfter(): Promise<number[]> {
	const { charges } = await sandbox.client.books();
	return charges.map(({ at }) => at - (charges[0]?.at ?? 0));
}

test.each([
	['each worker handles one order at a time', { workers: 1, orderMs: 30 }],
	['with many orders in flight each takes longer', { orderMs: 30, slowsBeyond: 2 }],
])('%s', async (_, workload) => {
	await sandbox.client.change({ workload });
	const startedAt = Date.now();
	await orders(4);
	const { charges } = await sandbox.client.books();
	expect((charges.at(-1)?.at ?? 0) - startedAt).toBeGreaterThanOrEqual(100);
});

test('reads do not wait in line', async () => {
	await sandbox.client.change({ workload: { workers: 1, orderMs: 300 } });
	const ordering = orders(1);
	await sandbox.send({ path: '/krediler' });
	expect((await sandbox.client.books()).charges).toEqual([]);
	await ordering;
});

test('a gateway gives up, and the order is carried out all the same', async () => {
	await sandbox.client.change({ workload: { orderMs: 150, gatewayMs: 50 } });
	expect(await orders(1)).toEqual([504]);
	await new Promise((resolve) => setTimeout(resolve, 200));
	expect(await chargedAfter()).toEqual([0]);
});

test('the books tell how many requests were in flight as each one arrived', async () => {
	await sandbox.client.change({ workload: { orderMs: 50 } });
	await orders(3);
	await orders(1);
	const requests = await sandbox.client.requestsTo('/backlink');
	expect(requests.map(({ inFlight }) => inFlight)).toEqual([1, 2, 3, 1]);
});
