import type { INodeParameters } from 'n8n-workflow';

import { DAY, HOUR, ids, NOW, PolledTrigger } from './polledTrigger.mts';

const expiring = (more: INodeParameters = {}) =>
	new PolledTrigger({ event: 'placementExpiring', simplify: false, ...more });

const inDays = (days: number) => new Date(NOW + days * DAY).toISOString();
const placement = (id: string, days: number) => ({ id, bitis: inDays(days) });

describe('a placement is emitted', () => {
	test('once, when its end is within the days, with its end and the days that are left', async () => {
		const trigger = expiring().list([placement('a', 7), placement('b', 7.01)]);
		expect(await trigger.poll()).toEqual([
			{ ...placement('a', 7), orderType: 'backlink', endsAt: inDays(7), daysLeft: 7 },
		]);
		expect(await trigger.poll()).toBeNull();
		trigger.now += 0.0175 * DAY;
		expect(await trigger.poll()).toEqual([expect.objectContaining({ id: 'b', daysLeft: 6.99 })]);
	});

	test('not if it had ended before the first poll, but if it ended since', async () => {
		const trigger = expiring({ withinDays: 0 }).list([placement('past', 0), placement('a', 1)]);
		expect(await trigger.poll()).toBeNull();
		trigger.now += 2 * DAY;
		expect(await trigger.poll()).toEqual([expect.objectContaining({ id: 'a', daysLeft: -1 })]);
		expect(await trigger.poll()).toBeNull();
	});

	test('not again where its end is corrected, by as much as the days', async () => {
		const trigger = expiring({ withinDays: 7 }).list([placement('a', 0.5)]);
		await trigger.poll();
		for (const days of [5, 3, 7]) {
			expect(await trigger.list([placement('a', days)]).poll()).toBeNull();
		}
		trigger.now += 0.5 * DAY;
		expect(await trigger.list([placement('a', 7.5)]).poll()).toBeNull();
	});

	test('again when it was extended, and that end is near', async () => {
		const trigger = expiring({ withinDays: 7 }).list([placement('a', 3)]);
		await trigger.poll();
		expect(await trigger.list([placement('a', 33)]).poll()).toBeNull();
		trigger.now += 26 * DAY;
		expect(ids(await trigger.poll())).toEqual(['a']);
		expect(await trigger.poll()).toBeNull();
	});

	test('not again after it was absent from the list', async () => {
		const trigger = expiring().list([placement('a', 3)]);
		await trigger.poll();
		await trigger.list([]).poll();
		expect(await trigger.list([placement('a', 3)]).poll()).toBeNull();
	});

	test('if the days are raised, what ends within them and was not emitted', async () => {
		const trigger = expiring({ withinDays: 3 }).list([placement('a', 2), placement('b', 9)]);
		await trigger.poll();
		trigger.parameters = { ...trigger.parameters, withinDays: 10 };
		expect(ids(await trigger.poll())).toEqual(['b']);
	});

	test('not if it is an article', async () => {
		expect(
			await expiring()
				.list([], [placement('t', 1)])
				.poll(),
		).toBeNull();
	});
});

describe('a clock that is set', () => {
	test('it was ahead at the first poll: what ends until then is not hidden', async () => {
		const trigger = expiring({ withinDays: 1 }).list([placement('a', 0.5)]);
		trigger.now = NOW + 365 * DAY;
		expect(await trigger.poll()).toBeNull();
		trigger.now = NOW;
		expect(ids(await trigger.poll())).toEqual(['a']);
	});

	test('the first poll stays the beginning when time goes on', async () => {
		const trigger = expiring({ withinDays: 0 }).list([placement('a', 0.5)]);
		await trigger.poll();
		trigger.now += DAY / 4;
		await trigger.poll();
		trigger.now += DAY / 2;
		expect(ids(await trigger.poll())).toEqual(['a']);
	});
});

test('another account begins anew: what has ended there is not emitted, what ends soon is', async () => {
	const trigger = expiring().list([placement('a', 30)]);
	await trigger.poll();
	trigger.credentialId = '2';
	trigger.now += HOUR;
	trigger.list([placement('past', 0.5 / 24), placement('soon', 3)]);
	expect(ids(await trigger.poll())).toEqual(['soon']);
	expect(await trigger.poll()).toBeNull();
});

describe('an end', () => {
	test.each([[null], [''], [' \u200b'], [undefined]])('of %j is none', async (bitis) => {
		const trigger = expiring().list([{ id: 'a', bitis }, placement('b', 30)]);
		expect(await trigger.poll()).toBeNull();
	});

	test('that cannot be read does not hold up the others, and the log says so once', async () => {
		const never = { id: 'a', bitis: '0000-00-00 00:00:00' };
		const trigger = expiring().list([never, placement('b', 30)]);
		expect(await trigger.poll()).toBeNull();
		expect(await trigger.test()).toMatchObject([{ id: 'b' }]);
		expect(ids(await trigger.list([never, placement('b', 1)]).poll())).toEqual(['b']);
		expect(trigger.log).toEqual([
			expect.stringMatching(
				/Ends that are no dates are ignored\. “bitis” contains 0000-00-00 00:00:00, which .+ read\. Dates /,
			),
		]);
	});

	test('that cannot be read fails the poll where none can', async () => {
		const trigger = expiring().list([{ id: 'a', bitis: '31.12.2026' }, { id: 'b' }]);
		await expect(trigger.poll()).rejects.toMatchObject({
			message: '“bitis” contains 31.12.2026, which is not a date that this node can read',
			description: expect.stringContaining('“End Date Field”'),
			context: { reason: 'invalidParameter' },
		});
	});

	test('that cannot be read and is long is cut', async () => {
		const trigger = expiring().list([{ id: 'a', bitis: 'x'.repeat(500) }]);
		await expect(trigger.poll()).rejects.toThrow(/^“bitis” contains x{80}, which/);
	});

	test('without a zone is of the workflow’s time zone', async () => {
		const trigger = expiring({ withinDays: 1 }).list([{ id: 'a', bitis: '2026-06-02 14:00' }]);
		trigger.timezone = 'Europe/Istanbul';
		expect(await trigger.poll()).toEqual([
			expect.objectContaining({ endsAt: '2026-06-02T11:00:00.000Z' }),
		]);
	});

	test('with a time zone of the workflow that is none, is UTC, and the log says so once', async () => {
		const trigger = expiring({ withinDays: 2 }).list([{ id: 'a', bitis: '2026-06-02 14:00' }]);
		trigger.timezone = 'Mars/Olympus';
		expect(await trigger.poll()).toEqual([
			expect.objectContaining({ endsAt: '2026-06-02T14:00:00.000Z' }),
		]);
		await trigger.poll();
		expect(trigger.log).toEqual([expect.stringContaining('“Mars/Olympus”')]);
	});

	test('is in the field that the user chose', async () => {
		const listed = { id: 'a', bitis: inDays(3), sonGun: inDays(5) };
		const trigger = expiring({ endDateField: 'sonGun' }).list([listed]);
		expect(await trigger.poll()).toEqual([
			expect.objectContaining({ daysLeft: 5, endsAt: inDays(5) }),
		]);
	});

	test('in a field that was empty for a while is read when it is back', async () => {
		const trigger = expiring().list([placement('a', 30)]);
		await trigger.poll();
		expect(await trigger.list([{ id: 'a', bitis: null }]).poll()).toBeNull();
		expect(await trigger.list([{ id: 'a' }]).poll()).toBeNull();
		expect(ids(await trigger.list([placement('a', 2)]).poll())).toEqual(['a']);
	});

	test('in no field of the orders fails the poll', async () => {
		await expect(
			expiring()
				.list([{ id: 'a' }])
				.poll(),
		).rejects.toMatchObject({
			message: 'No field with the end of a placement was found',
			description: expect.stringContaining('“End Date Field”'),
		});
	});
});

test('simplified, an item has the end that was read, in place of what the order calls so', async () => {
	const trigger = expiring({ simplify: true, endDateField: 'sonGun' });
	trigger.list([{ id: 'a', bitis: inDays(30), sonGun: inDays(5) }]);
	expect(await trigger.poll()).toEqual([
		{
			orderType: 'backlink',
			id: 'a',
			status: null,
			target: null,
			endsAt: inDays(5),
			daysLeft: 5,
		},
	]);
});

describe('a test in the editor', () => {
	test('shows the placement that ends next', async () => {
		const trigger = expiring().list([
			placement('later', 200),
			placement('next', 100),
			placement('past', -1),
			placement('now', 0),
			placement('last', 300),
		]);
		expect(await trigger.test()).toEqual([expect.objectContaining({ id: 'next', daysLeft: 100 })]);
	});

	test('says what to do where there is none', async () => {
		for (const backlinks of [[], [placement('past', -1)]]) {
			await expect(expiring().list(backlinks).test()).rejects.toMatchObject({
				message: 'There are no placements to show yet',
				description: expect.stringContaining('publish the workflow'),
				context: { reason: 'orderNotFound' },
			});
		}
	});

	test('says so if it cannot read any end', async () => {
		const trigger = expiring().list([{ id: 'a', bitis: 'yakında' }]);
		await expect(trigger.test()).rejects.toThrow('“bitis” contains yakında');
	});
});
