import type { PanelClient } from '../../nodes/BacklinkPanel/api/panelClient.ts';
import { failure } from '../../nodes/BacklinkPanel/errors/panelFailure.ts';
import type { PreparedOrder } from '../../nodes/BacklinkPanel/operations/prepareItem.ts';
import type { OrderRun } from '../../nodes/BacklinkPanel/orders/OrderRun.ts';
import { RunLedger } from '../../nodes/BacklinkPanel/orders/RunLedger.ts';
import { sendClaimedOrder } from '../../nodes/BacklinkPanel/orders/sendOrder.ts';
import { OrderClaims } from '../../nodes/BacklinkPanel/orders/store/OrderClaims.ts';
import { OrderStore } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';
import { RowsInMemory } from '../order-store/RowsInMemory.mts';

test('an order waits for the rate limit for five minutes with its claim, then with a new one, and not beyond Max Wait', async () => {
	const rows = new RowsInMemory();
	const store = new OrderStore(rows.functions, 'workflow', rows.environment);
	let now = 0;
	const waits: number[] = [];
	const turnsAway: PanelClient = {
		announce: () => {},
		send: async (_, { maxRateLimitWaitMs: waitedMs }) => {
			waits.push(waitedMs / 1_000);
			now += waitedMs;
			return {
				outcome: { ...failure('limit', { detail: '' }), waitedMs },
				waitedMs,
				rejections: 1,
			};
		},
	};
	// As much of a run as an order with a key uses.
	const run = {
		workflowId: 'workflow',
		client: turnsAway,
		claims: new OrderClaims(
			store,
			'workflow',
			() => [],
			60,
			() => now,
		),
		ledger: new RunLedger('backlink create', undefined),
		memory: {},
		keys: { storeKey: () => 'key' },
		spending: { reserve: async () => ({ kind: 'reservation', credits: 1 }), settle: () => {} },
	} as unknown as OrderRun;
	const item = { itemIndex: 0, maxRateLimitWaitMs: 700_000, unitPrice: () => undefined };
	const result = await sendClaimedOrder(
		run,
		item as unknown as PreparedOrder,
		{ itemIndex: 0, keys: ['key'], resendsUnknown: false },
		new AbortController().signal,
	);
	expect(result).toMatchObject({ failure: { reason: 'limit' } });
	expect(waits).toEqual([300, 300, 100]);
});
