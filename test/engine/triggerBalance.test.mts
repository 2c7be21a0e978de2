import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DAY, HOUR, useClock } from './useClock.mts';
import { useTrigger } from './useTrigger.mts';

const clock = useClock();
const { panel, triggerOf, useAnotherKey } = useTrigger();

const lowTrigger = (parameters: INodeParameters = {}) =>
	triggerOf({ event: 'balanceLow', threshold: 50, ...parameters });
const changeTrigger = () => triggerOf({ event: 'balanceChanged' });

const setBalance = (balance: number) => panel.client.change({ balance });

const answerBalance = async (bakiye: unknown) => {
	await panel.client.clearFaults();
	await panel.client.addFault({ answer: 'json', body: { ok: true, bakiye } as IDataObject });
};

describe('Balance Low', () => {
	test('is emitted on the first poll too', async () => {
		await setBalance(50);
		expect(await lowTrigger().activate()).toEqual([
			{ bakiye: 50, threshold: 50, previousBakiye: null },
		]);
	});

	test('a further fall emits nothing, a fall after a recovery does', async () => {
		const trigger = lowTrigger();
		await trigger.activate();
		const emitted = [];
		for (const balance of [51, 50, 30, 0, 51, 10, 10, 60, 20]) {
			await setBalance(balance);
			emitted.push(...(await trigger.poll()));
		}
		expect(emitted).toEqual([
			{ bakiye: 50, threshold: 50, previousBakiye: 51 },
			{ bakiye: 10, threshold: 50, previousBakiye: 51 },
			{ bakiye: 20, threshold: 50, previousBakiye: 60 },
		]);
	});

	test('a reminder comes “Repeat After (Hours)” after the last item, also over a restart', async () => {
		const trigger = lowTrigger({ repeatAfterHours: 2 });
		await setBalance(10);
		expect(await trigger.activate()).toHaveLength(1);
		clock.pass(1.9 * HOUR);
		expect(await trigger.poll()).toEqual([]);
		clock.pass(0.2 * HOUR);
		expect(await trigger.poll()).toEqual([{ bakiye: 10, threshold: 50, previousBakiye: 10 }]);
		clock.pass(1.9 * HOUR);
		expect(await trigger.activate()).toEqual([]);
		clock.pass(0.2 * HOUR);
		expect(await trigger.activate()).toHaveLength(1);
	});

	test('a reminder does not wait for a further poll because a poll comes a moment early', async () => {
		const trigger = lowTrigger();
		await setBalance(10);
		await trigger.activate();
		clock.pass(DAY - 1_000);
		expect(await trigger.poll()).toHaveLength(1);
	});

	test('by default, a reminder comes after a day, and never with 0 or above the threshold', async () => {
		const [daily, never, above] = [lowTrigger(), lowTrigger({ repeatAfterHours: 0 }), lowTrigger()];
		await setBalance(10);
		for (const trigger of [daily, never, above]) await trigger.activate();
		clock.pass(1.1 * DAY);
		expect(await daily.poll()).toHaveLength(1);
		expect(await never.poll()).toEqual([]);
		await setBalance(60);
		expect(await above.poll()).toEqual([]);
	});

	test.each([
		['ahead when it was emitted, and is right again', 365 * DAY, 0],
		['set back by two hours', 0, -2 * HOUR],
	])('a clock that was %s does not put off a reminder for ever', async (_, first, then) => {
		const trigger = lowTrigger({ repeatAfterHours: 1 });
		await setBalance(10);
		clock.setAhead(first);
		expect(await trigger.activate()).toHaveLength(1);
		clock.setAhead(then);
		expect(await trigger.poll()).toEqual([]);
		const later = [];
		for (const _poll of [1, 2]) {
			clock.pass(1.1 * HOUR);
			later.push(...(await trigger.poll()));
		}
		expect(later).toHaveLength(1);
	});

	test('a clock that is a year behind for one poll brings no reminder too early', async () => {
		const [before, meanwhile] = [lowTrigger(), lowTrigger({ threshold: 9 })];
		const both = [before, meanwhile];
		await setBalance(10);
		const told = [];
		for (const trigger of both) told.push(await trigger.activate());
		await setBalance(9);
		for (const ahead of [-365 * DAY, 0, 0]) {
			clock.setAhead(ahead);
			for (const trigger of both) told.push(await trigger.poll());
		}
		expect(told.map((items) => items.length)).toEqual([1, 0, 0, 1, 0, 0, 0, 0]);
		clock.pass(1.1 * DAY);
		for (const trigger of both) expect(await trigger.poll()).toHaveLength(1);
	});

	test('a threshold may have digits after the point, and may come from an expression as text', async () => {
		await setBalance(3);
		expect(await lowTrigger({ threshold: '={{ "3" }}' }).activate()).toHaveLength(1);
		await setBalance(0.1 + 0.2);
		expect(await lowTrigger({ threshold: 0.3 }).activate()).toHaveLength(1);
		await setBalance(0.300_001);
		expect(await lowTrigger({ threshold: 0.3 }).activate()).toEqual([]);
	});

	test('a recovery that only an empty poll saw is forgotten by a restart: nothing is emitted falsely', async () => {
		const trigger = lowTrigger();
		await setBalance(10);
		await trigger.activate();
		await setBalance(100);
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.activate()).toEqual([]);
		await setBalance(20);
		expect(await trigger.poll()).toHaveLength(1);
	});
});

describe('Balance Changed', () => {
	test('emits each change with its difference, up and down', async () => {
		const trigger = changeTrigger();
		await trigger.activate();
		const emitted = [];
		for (const balance of [1000, 988, 988, 2000]) {
			await setBalance(balance);
			emitted.push(...(await trigger.poll()));
		}
		expect(emitted).toEqual([
			{ bakiye: 988, previousBakiye: 1000, difference: -12 },
			{ bakiye: 2000, previousBakiye: 988, difference: 1012 },
		]);
	});

	test.each<[unknown, number, number[]]>([
		[10.1, 9.8, [-0.3]],
		[0.000_001, 0, [-0.000_001]],
		['10', 12, [2]],
		[0.3, 0.1 + 0.2, []],
		['10', 10, []],
	])('from %j to %j: %j', async (from, to, differences) => {
		const trigger = changeTrigger();
		await answerBalance(from);
		await trigger.activate();
		await answerBalance(to);
		expect((await trigger.poll()).map(({ difference }) => difference)).toEqual(differences);
	});

	test.each([[null], ['yok']])('a balance of %j is no balance', async (bakiye) => {
		await answerBalance(bakiye);
		await expect(changeTrigger().activate()).rejects.toMatchObject({
			message: 'The service answered in another format than documented',
		});
	});
});

test('another credential: a new baseline, and a low balance is emitted without a previous one', async () => {
	const [changed, low] = [changeTrigger(), lowTrigger()];
	await setBalance(10);
	for (const trigger of [changed, low]) await trigger.activate();
	await setBalance(5);
	for (const trigger of [changed, low]) trigger.change({ credentialId: '2' });
	expect(await changed.activate()).toEqual([]);
	expect(await low.activate()).toEqual([{ bakiye: 5, threshold: 50, previousBakiye: null }]);
	await setBalance(4);
	expect(await changed.poll()).toEqual([{ bakiye: 4, previousBakiye: 5, difference: -1 }]);
});

test('another key in the same credential is a renewed key: the change is emitted', async () => {
	const trigger = changeTrigger();
	await trigger.activate();
	await setBalance(5);
	await useAnotherKey(trigger);
	expect(await trigger.activate()).toEqual([expect.objectContaining({ difference: -995 })]);
});
