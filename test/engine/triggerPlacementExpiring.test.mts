import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { watchLog } from './logLines.mts';
import { inDays } from './triggerLists.mts';
import { DAY, HOUR, useClock } from './useClock.mts';
import { ids, useTrigger } from './useTrigger.mts';

const clock = useClock();
const { triggerOf, list } = useTrigger();

const expiring = (parameters: INodeParameters = {}, timezone?: string) =>
	triggerOf({ event: 'placementExpiring', ...parameters }, timezone);
const placement = (id: string, bitis: unknown) => ({ id, bitis }) as IDataObject;

test('the first poll emits what is about to end, not what has ended', async () => {
	const log = watchLog();
	await list([
		placement('past', inDays(-1)),
		placement('soon', inDays(6.5)),
		placement('later', inDays(7.5)),
		placement('open', null),
		placement('blank', ' \u200b'),
	]);
	const trigger = expiring();
	expect(await trigger.activate()).toEqual([
		expect.objectContaining({ id: 'soon', daysLeft: 6.5 }),
	]);
	expect(await trigger.poll()).toEqual([]);
	clock.pass(DAY);
	expect(ids(await trigger.poll())).toEqual(['later']);
	expect(log).toEqual([]);
});

test('one that ended while n8n was down is emitted at its start', async () => {
	const trigger = expiring({ withinDays: 0 });
	await list([placement('a', inDays(1))]);
	expect(await trigger.activate()).toEqual([]);
	clock.pass(0.5 * DAY);
	expect(await trigger.poll()).toEqual([]);
	clock.pass(1.5 * DAY);
	expect(await trigger.activate()).toEqual([expect.objectContaining({ id: 'a', daysLeft: -1 })]);
	expect(await trigger.activate()).toEqual([]);
});

test('a corrected end is not emitted again, nor is an order that was absent', async () => {
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

test('an extended placement is emitted again when it is about to end, also over a restart', async () => {
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

test('a date that cannot be read does not hold up those that can, nor publishing', async () => {
	const log = watchLog();
	const trigger = expiring();
	await list([placement('a', '31.12.2026'), placement('b', inDays(30))]);
	expect(await trigger.activate()).toEqual([]);
	expect(ids(await trigger.test())).toEqual(['b']);
	await list([placement('a', '31.12.2026'), placement('b', inDays(1))]);
	expect(ids(await trigger.poll())).toEqual(['b']);
	expect(log).toEqual([expect.stringContaining('“bitis” contains 31.12.2026')]);
});

test('where no date can be read, the poll and a test fail', async () => {
	await list([placement('a', '31.12.2026')]);
	for (const failing of [expiring().activate(), expiring().test()]) {
		await expect(failing).rejects.toMatchObject({
			message: '“bitis” contains 31.12.2026, which is not a date that this node can read',
			description: expect.stringContaining('End Date Field'),
			failure: { cause: 'configuration-invalid' },
		});
	}
});

test.each([
	['Europe/Istanbul', '2030-01-01T00:00:00.000Z', 0],
	['Mars/Olympus', '2030-01-01T03:00:00.000Z', 1],
])(
	'a time without a zone is one of the workflow’s, %s; UTC where that is none, with a line in the log',
	async (timezone, endsAt, warnings) => {
		const log = watchLog();
		const trigger = expiring({ withinDays: 3650 }, timezone);
		await list([placement('a', '2030-01-01 03:00:00')]);
		expect(await trigger.activate()).toEqual([expect.objectContaining({ endsAt })]);
		expect(await trigger.poll()).toEqual([]);
		expect(log.filter((line) => line.includes('time zone'))).toHaveLength(warnings);
	},
);

test('a clock that was a year ahead on the first poll does not hide what ends until then', async () => {
	const trigger = expiring({ withinDays: 1 });
	await list([placement('a', inDays(1 / 24))]);
	clock.setAhead(365 * DAY);
	expect(await trigger.activate()).toEqual([]);
	clock.setAhead(0);
	expect(ids(await trigger.poll())).toEqual(['a']);
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
