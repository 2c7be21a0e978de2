import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { watchLog } from './logLines.mts';
import { TriggerInN8n } from './triggerEngine.mts';
import { inDays } from './triggerLists.mts';
import { ids, useTrigger } from './useTrigger.mts';

const { panel, triggerOf, list } = useTrigger();

describe('Placement Expiring', () => {
	const expiring = (parameters: INodeParameters = {}) =>
		triggerOf({ event: 'placementExpiring', ...parameters });
	const placement = (id: string, bitis: unknown) => ({ id, bitis }) as IDataObject;

	test('the first poll emits what is about to end, not what has ended', async () => {
		await list([
			placement('past', inDays(-1)),
			placement('soon', inDays(6)),
			placement('later', inDays(8)),
			placement('open', null),
		]);
		const trigger = expiring();
		expect(ids(await trigger.activate())).toEqual(['soon']);
		expect(ids(await trigger.poll())).toEqual([]);
	});

	test('one that ended while n8n was down is emitted at its start', async () => {
		const trigger = expiring({ withinDays: 0 });
		await list([placement('a', new Date(Date.now() + 150).toISOString())]);
		expect(await trigger.activate()).toEqual([]);
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect(ids(await trigger.activate())).toEqual(['a']);
		expect(await trigger.activate()).toEqual([]);
	});

	test('a corrected end is not emitted again', async () => {
		const trigger = expiring();
		await list([placement('a', inDays(2))]);
		expect(await trigger.activate()).toHaveLength(1);
		for (const days of [5, 32, 3]) {
			await list([placement('a', inDays(days))]);
			expect(await trigger.poll()).toEqual([]);
		}
	});

	test('an extended placement is emitted again when it is about to end, also over a restart', async () => {
		const trigger = expiring({ withinDays: 1 });
		await list([placement('a', inDays(1))]);
		expect(await trigger.activate()).toHaveLength(1);
		// As if it had been extended by a month, and that month were nearly over.
		const emitted = JSON.parse(trigger.stored);
		const node = emitted['node:Trigger'];
		node.state.endsAt = node.state.endsAt.map((time: number) => time - 30 * 86_400_000);
		trigger.stored = JSON.stringify(emitted);
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
		await list([placement('a', '31.12.2026'), placement('b', inDays(1))]);
		expect(ids(await trigger.poll())).toEqual(['b']);
		expect(log).toEqual([expect.stringContaining('“bitis” contains 31.12.2026')]);
	});

	test('where no date can be read, the poll fails', async () => {
		await list([placement('a', '31.12.2026')]);
		await expect(expiring().activate()).rejects.toMatchObject({
			message: '“bitis” contains 31.12.2026, which is not a date that this node can read',
			description: expect.stringContaining('End Date Field'),
			failure: { cause: 'configuration-invalid' },
		});
	});

	test('a time without a zone is one of the workflow’s', async () => {
		const trigger = new TriggerInN8n({
			parameters: { event: 'placementExpiring', withinDays: 3650 },
			credential: panel.credential,
			timezone: 'Europe/Istanbul',
		});
		await list([placement('a', '2030-01-01 03:00:00')]);
		expect(await trigger.activate()).toEqual([
			expect.objectContaining({ endsAt: '2030-01-01T00:00:00.000Z' }),
		]);
	});

	test.each(['Mars/Olympus', '', 'DEFAULT', 'GMT+25:00'])(
		'a time zone “%s”, which is none, is read as UTC, and a line in the log says so',
		async (timezone) => {
			const log = watchLog();
			const trigger = new TriggerInN8n({
				parameters: { event: 'placementExpiring', withinDays: 3650 },
				credential: panel.credential,
				timezone,
			});
			await list([placement('a', '2030-01-01 03:00:00')]);
			expect(await trigger.activate()).toEqual([
				expect.objectContaining({ endsAt: '2030-01-01T03:00:00.000Z' }),
			]);
			expect(await trigger.poll()).toEqual([]);
			expect(log.filter((line) => line.includes('time zone'))).toHaveLength(1);
		},
	);

	test('a clock that was a year ahead on the first poll does not hide what ends until then', async () => {
		const trigger = expiring({ withinDays: 1 });
		await list([placement('a', inDays(1 / 24))]);
		const { now } = Date;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 31_536_000_000);
		expect(await trigger.activate()).toEqual([]);
		clock.mockRestore();
		expect(ids(await trigger.poll())).toEqual(['a']);
	});

	describe('fields of the service that have the names of ours', () => {
		test('endsAt and daysLeft', async () => {
			const own = { endsAt: inDays(2), daysLeft: 'az' };
			await list([{ id: 'a', ...own }]);
			const trigger = triggerOf({ event: 'placementExpiring' });
			expect(await trigger.activate()).toEqual([expect.objectContaining(own)]);
		});
	});
});
