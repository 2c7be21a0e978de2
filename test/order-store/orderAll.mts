import type { OrderStore } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';

/** Claims keys, `atOnce` in a session, and concludes each free key as paid. */
export async function orderAll(
	store: Pick<OrderStore, 'claim' | 'conclude'>,
	keys: string[],
	atOnce: number,
): Promise<void> {
	for (let from = 0; from < keys.length; from += atOnce) {
		const some = keys.slice(from, from + atOnce);
		const states = await store.claim(some.map((key) => ({ key, resendsUnknown: false })));
		const granted = some.filter((key) => states.get(key) === 'free');
		await store.conclude(granted.map((key) => ({ key, outcome: 'paid' })));
	}
}
