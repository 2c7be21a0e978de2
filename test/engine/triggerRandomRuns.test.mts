import type { IDataObject } from 'n8n-workflow';

import { caseCount } from '../cases.mts';
import { chanceFrom } from '../simulation/chance.mts';
import { listOrders } from './useTrigger.mts';
import { TriggerInN8n } from './triggerEngine.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const STEPS = caseCount(40, 60);
const seeds = Array.from({ length: caseCount(1, 8) }, (_, index) => index + 1);

/** Lets orders come, change, hide and return at random, while polls go on and fail, and n8n restarts. */
async function randomRun(seed: number, parameters: IDataObject) {
	const random = chanceFrom(seed);
	const trigger = new TriggerInN8n({
		parameters: parameters as never,
		credential: panel.credential,
	});
	const orders: Array<{ id: string; durum: string }> = [];
	const hidden = new Set<string>();
	const emitted: IDataObject[] = [];
	const show = async () => {
		const shown = orders.filter(({ id }) => !hidden.has(id));
		shown.sort(() => random() - 0.5);
		await listOrders(panel.client, shown);
	};
	const create = () => orders.push({ id: `order-${orders.length}`, durum: 'yeni' });
	const anyOrder = () => orders[Math.floor(random() * orders.length)];

	for (let count = 0; count < 5; count += 1) create();
	const atStart = orders.length;
	await show();
	emitted.push(...(await trigger.activate()));
	for (let step = 0; step < STEPS; step += 1) {
		const dice = random();
		const order = anyOrder();
		if (dice < 0.15) create();
		else if (dice < 0.35 && order) order.durum = `durum-${step}`;
		else if (dice < 0.45 && order) hidden.add(order.id);
		else if (dice < 0.55) hidden.clear();
		await show();
		if (dice > 0.85) {
			await panel.client.clearFaults();
			await panel.client.addFault({ answer: 'badGateway', times: 1 });
			await expect(trigger.poll()).rejects.toThrow();
		} else if (dice > 0.75) emitted.push(...(await trigger.activate()));
		else emitted.push(...(await trigger.poll()));
	}
	hidden.clear();
	await show();
	emitted.push(...(await trigger.poll()));
	return { emitted, orders, atStart };
}

test.each(seeds)('run %i: each order that came is emitted once, no other', async (seed) => {
	const { emitted, orders, atStart } = await randomRun(seed, { event: 'orderCreated' });
	expect(emitted.map(({ id }) => id).sort()).toEqual(
		orders
			.slice(atStart)
			.map(({ id }) => id)
			.sort(),
	);
});

test.each(seeds)('run %i: each status follows on the one emitted before it', async (seed) => {
	const { emitted, orders, atStart } = await randomRun(seed, { event: 'orderStatusChanged' });
	for (const { id, durum } of orders.slice(0, atStart)) {
		const changes = emitted.filter((item) => item.id === id);
		let status: unknown = 'yeni';
		for (const change of changes) {
			expect(change.previousStatus).toBe(status);
			expect(change.status).not.toBe(status);
			status = change.status;
		}
		expect(status).toBe(durum);
	}
});
