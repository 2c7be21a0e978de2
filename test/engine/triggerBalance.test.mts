import { setTimeout as sleep } from 'node:timers/promises';

import type { INodeParameters } from 'n8n-workflow';

import { TriggerInN8n } from './triggerEngine.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const lowTrigger = (parameters: INodeParameters = {}) =>
	new TriggerInN8n({
		parameters: { event: 'balanceLow', threshold: 50, ...parameters },
		credential: panel.credential,
	});

const setBalance = (balance: number) => panel.client.change({ balance });

describe('Balance Low', () => {
	test('is told on the first poll too', async () => {
		await setBalance(50);
		expect(await lowTrigger().activate()).toEqual([
			{ bakiye: 50, threshold: 50, previousBakiye: null },
		]);
	});

	test('falling further is no news, being above in between is', async () => {
		const trigger = lowTrigger();
		await trigger.activate();
		const told = [];
		for (const balance of [51, 50, 30, 0, 51, 10, 10, 60, 20]) {
			await setBalance(balance);
			told.push(...(await trigger.poll()));
		}
		expect(told).toEqual([
			{ bakiye: 50, threshold: 50, previousBakiye: 51 },
			{ bakiye: 10, threshold: 50, previousBakiye: 51 },
			{ bakiye: 20, threshold: 50, previousBakiye: 60 },
		]);
	});

	test('a reminder comes after “Repeat After (Hours)”, also over a restart', async () => {
		const trigger = lowTrigger({ repeatAfterHours: 0.3 / 3600 });
		await setBalance(10);
		expect(await trigger.activate()).toHaveLength(1);
		expect(await trigger.poll()).toEqual([]);
		await sleep(350);
		expect(await trigger.poll()).toEqual([{ bakiye: 10, threshold: 50, previousBakiye: 10 }]);
		expect(await trigger.poll()).toEqual([]);
		await sleep(350);
		expect(await trigger.activate()).toHaveLength(1);
		expect(await trigger.activate()).toEqual([]);
	});

	test('with 0 there are no reminders', async () => {
		const trigger = lowTrigger({ repeatAfterHours: 0 });
		await setBalance(10);
		expect(await trigger.activate()).toHaveLength(1);
		await sleep(20);
		expect(await trigger.poll()).toEqual([]);
	});

	test('a recovery that only empty polls saw is forgotten by a restart: nothing is told falsely', async () => {
		const trigger = lowTrigger();
		await setBalance(10);
		await trigger.activate();
		await setBalance(100);
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.activate()).toEqual([]);
		await setBalance(20);
		expect(await trigger.poll()).toHaveLength(1);
	});

	test.each([
		['threshold', '', '“Threshold” has to be a number from 0 to 1,000,000,000, not'],
		['threshold', 'çok', '“Threshold” has to be a number from 0 to 1,000,000,000, not çok'],
		['repeatAfterHours', -1, '“Repeat After (Hours)” has to be a number from 0 to 8,760, not -1'],
	])('%s = %j is refused before anything is sent', async (name, value, message) => {
		await expect(lowTrigger({ [name]: value }).activate()).rejects.toMatchObject({
			message: expect.stringContaining(message),
			failure: { cause: 'configuration-invalid' },
		});
		expect((await panel.client.books()).requests).toEqual([]);
	});

	test('a threshold may come from an expression and be text', async () => {
		await setBalance(10);
		expect(await lowTrigger({ threshold: '={{ "50" }}' }).activate()).toEqual([
			{ bakiye: 10, threshold: 50, previousBakiye: null },
		]);
	});
});

describe('Balance Changed', () => {
	test('tells each change with its difference, up and down', async () => {
		const trigger = new TriggerInN8n({
			parameters: { event: 'balanceChanged' },
			credential: panel.credential,
		});
		await trigger.activate();
		const told = [];
		for (const balance of [1000, 988, 988, 2000]) {
			await setBalance(balance);
			told.push(...(await trigger.poll()));
		}
		expect(told).toEqual([
			{ bakiye: 988, previousBakiye: 1000, difference: -12 },
			{ bakiye: 2000, previousBakiye: 988, difference: 1012 },
		]);
	});

	test.each([[null], ['yok'], [''], [true]])('a balance of %j is no balance', async (bakiye) => {
		await panel.client.addFault({ answer: 'json', body: { ok: true, bakiye } });
		const trigger = new TriggerInN8n({
			parameters: { event: 'balanceChanged' },
			credential: panel.credential,
		});
		await expect(trigger.activate()).rejects.toMatchObject({
			message: 'The answer of the service has another form than documented',
		});
	});
});
