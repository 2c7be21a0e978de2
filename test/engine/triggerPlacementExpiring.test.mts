import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { inDays, ids, useTrigger } from './useTrigger.mts';
import { DAY, HOUR, useClock } from './useClock.mts';

const clock = useClock();
const { triggerOf, list } = useTrigger();

const expiring = (parameters: INodeParameters = {}) =>
	triggerOf({ event: 'placementExpiring', ...parameters });
const placement = (id: string, bitis: unknown) => ({ id, bitis }) as IDataObject;

test('the first poll emits placements that end soon, not those that have ended', async () => {
	await list([
		placement('past', inDays(-1)),
		placement('soon', inDays(6.5)),
		placement('later', inDays(7.5)),
		placement('open', null),
	]);
	const trigger = expiring();
	expect(await trigger.activate()).toEqual([
		expect.objectContaining({ id: 'soon', daysLeft: 6.5 }),
	]);
	expect(await trigger.poll()).toEqual([]);
	clock.pass(DAY);
	expect(ids(await trigger.poll())).toEqual(['later']);
});

test('a placement that ended while n8n was down is not emitted', async () => {
	const trigger = expiring();
	await list([placement('a', inDays(8)), placement('b', inDays(12))]);
	expect(await trigger.activate()).toEqual([]);
	clock.pass(9 * DAY);
	expect(ids(await trigger.activate())).toEqual(['b']);
});

test('a placement is not emitted again after a small change of its end, or after an absence', async () => {
	const trigger = expiring();
	await list([placement('a', inDays(2))]);
	expect(await trigger.activate()).toHaveLength(1);
	for (const days of [5, 8.5, 3]) {
		await list([placement('a', inDays(days))]);
		expect(await trigger.poll()).toEqual([]);
	}
	await list([]);
	await trigger.poll();
	await list([placement('a', inDays(2))]);
	expect(await trigger.poll()).toEqual([]);
});

test('an extended placement is emitted again when it ends soon, also over a restart', async () => {
	const trigger = expiring();
	await list([placement('a', inDays(3))]);
	expect(await trigger.activate()).toHaveLength(1);
	await list([placement('a', inDays(33))]);
	expect(await trigger.poll()).toEqual([]);
	clock.pass(27 * DAY);
	expect(await trigger.activate()).toHaveLength(1);
	expect(await trigger.activate()).toEqual([]);
});

test('an article has no end', async () => {
	await list([placement('a', inDays(30))], [placement('y', inDays(1))]);
	expect(await expiring().activate()).toEqual([]);
});

describe('the clock of the machine', () => {
	test.each([
		[-365 * DAY, 7],
		[-365 * DAY, 90],
		[-DAY, 7],
	])(
		'is %i ms behind for one poll: no ended placement is emitted, nothing twice, and nothing is lost',
		async (behind, withinDays) => {
			const trigger = expiring({ withinDays });
			const ended = [-364, -300, -30, -0.5].map((days) => placement('ended', inDays(days)));
			const told = placement('told', inDays(5));
			await list([...ended, told]);
			expect(ids(await trigger.activate())).toEqual(['told']);
			await list([...ended, told, placement('news', inDays(6))]);
			clock.setAhead(behind);
			expect(ids(await trigger.poll())).toEqual(['news']);
			clock.setAhead(0);
			expect(await trigger.poll()).toEqual([]);
		},
	);

	test('was a year ahead on the first poll: a placement that ends soon is still emitted', async () => {
		const trigger = expiring({ withinDays: 1 });
		await list([placement('a', inDays(1 / 24))]);
		clock.setAhead(365 * DAY);
		expect(await trigger.activate()).toEqual([]);
		clock.setAhead(0);
		expect(await trigger.poll()).toEqual([]);
		expect(ids(await trigger.poll())).toEqual(['a']);
	});
});

test('a test in the editor shows the placement that ends next', async () => {
	await list([
		placement('later', inDays(200)),
		placement('next', inDays(100)),
		placement('past', inDays(-1)),
	]);
	expect(await expiring().test()).toEqual([expect.objectContaining({ id: 'next', daysLeft: 100 })]);
	clock.pass(201 * DAY + HOUR);
	await expect(expiring().test()).rejects.toThrow('There are no placements to show yet');
});
