import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { TriggerInN8n } from './triggerEngine.mts';
import { watchLog } from './logLines.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const lowTrigger = (parameters: INodeParameters = {}) =>
	new TriggerInN8n({
		parameters: { event: 'balanceLow', threshold: 50, ...parameters },
		credential: panel.credential,
	});

const answerBalance = async (bakiye: unknown) => {
	await panel.client.clearFaults();
	await panel.client.addFault({ answer: 'json', body: { ok: true, bakiye } as IDataObject });
};

const setBalance = (balance: number) => panel.client.change({ balance });

describe('Balance Low', () => {
	test('is emitted on the first poll too', async () => {
		await setBalance(50);
		expect(await lowTrigger().activate()).toEqual([
			{ bakiye: 50, threshold: 50, previousBakiye: null },
		]);
	});

	test('falling further is no news, being above in between is', async () => {
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

	test('a reminder comes after “Repeat After”, also over a restart', async () => {
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

	test.each([
		['ahead when it was emitted, and is right again', 7_200_000],
		['set back by two hours', -7_200_000],
	])('a clock that was %s does not put off a reminder for ever', async (_, byMs) => {
		const trigger = lowTrigger({ repeatAfterHours: 0.3 / 3600 });
		await setBalance(10);
		const { now } = Date;
		const clock = jest.spyOn(Date, 'now');
		try {
			if (byMs > 0) clock.mockImplementation(() => now() + byMs);
			expect(await trigger.activate()).toHaveLength(1);
			clock.mockImplementation(() => now() + Math.min(0, byMs));
			expect(await trigger.poll()).toEqual([]);
			await sleep(350);
			expect(await trigger.poll()).toHaveLength(1);
		} finally {
			clock.mockRestore();
		}
	});

	test('a threshold with digits after the point', async () => {
		await setBalance(0.1 + 0.2);
		expect(await lowTrigger({ threshold: 0.3 }).activate()).toHaveLength(1);
	});

	test('with 0 there are no reminders', async () => {
		const trigger = lowTrigger({ repeatAfterHours: 0 });
		await setBalance(10);
		expect(await trigger.activate()).toHaveLength(1);
		await sleep(20);
		expect(await trigger.poll()).toEqual([]);
	});

	test('a recovery that only empty polls saw is forgotten by a restart: nothing is emitted falsely', async () => {
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
		['repeatAfterHours', -1, '“Repeat After” has to be a number from 0 to 8,760, not -1'],
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
	test('emits each change with its difference, up and down', async () => {
		const trigger = new TriggerInN8n({
			parameters: { event: 'balanceChanged' },
			credential: panel.credential,
		});
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

	test.each([
		[10.1, 9.8, -0.3],
		[0.1, 0.3, 0.2],
		[1.005, 1000, 998.995],
		[0.000_001, 0, -0.000_001],
		[123_456_789.1, 123_456_788.2, -0.9],
		['10.1', 9.8, -0.3],
	])('from %j to %j it is %j', async (from, to, difference) => {
		const trigger = new TriggerInN8n({
			parameters: { event: 'balanceChanged' },
			credential: panel.credential,
		});
		await answerBalance(from);
		await trigger.activate();
		await answerBalance(to);
		expect(await trigger.poll()).toEqual([
			{ bakiye: to, previousBakiye: Number(from), difference },
		]);
	});

	test.each([
		[0.3, 0.1 + 0.2],
		['10.10', 10.1],
		[10, '10'],
		['10,5', 10.5],
		['1.234,50', 1234.5],
	])('from %j to %j nothing has changed', async (from, to) => {
		const trigger = new TriggerInN8n({
			parameters: { event: 'balanceChanged' },
			credential: panel.credential,
		});
		await answerBalance(from);
		await trigger.activate();
		await answerBalance(to);
		expect(await trigger.poll()).toEqual([]);
	});

	test.each([[null], ['yok'], [''], [true], ['10,500']])(
		'a balance of %j is no balance',
		async (bakiye) => {
			await panel.client.addFault({ answer: 'json', body: { ok: true, bakiye } });
			const trigger = new TriggerInN8n({
				parameters: { event: 'balanceChanged' },
				credential: panel.credential,
			});
			await expect(trigger.activate()).rejects.toMatchObject({
				message: 'The service answered in another format than documented',
			});
		},
	);
});

describe('another account behind the node', () => {
	const other = async (trigger: TriggerInN8n, more: object) => {
		const apiKey = `demo_live_other_${process.pid}_${++keysSoFar}`;
		await panel.client.change({ apiKeys: [String(panel.credential.apiKey), apiKey] });
		trigger.change({ credential: { ...panel.credential, apiKey }, ...more });
	};
	const changeTrigger = () =>
		new TriggerInN8n({ parameters: { event: 'balanceChanged' }, credential: panel.credential });

	test('another credential with another key: a new baseline, and the log says so', async () => {
		const log = watchLog();
		const trigger = changeTrigger();
		await trigger.activate();
		await setBalance(5);
		await other(trigger, { credentialId: '2' });
		expect(await trigger.activate()).toEqual([]);
		await setBalance(4);
		expect(await trigger.poll()).toEqual([{ bakiye: 4, previousBakiye: 5, difference: -1 }]);
		expect(log.filter((line) => line.includes('new baseline'))).toHaveLength(1);
	});

	test('another key in the same credential is a renewed one: the change is emitted, and in the log', async () => {
		const log = watchLog();
		const trigger = changeTrigger();
		await trigger.activate();
		await setBalance(5);
		await other(trigger, {});
		expect(await trigger.poll()).toEqual([expect.objectContaining({ difference: -995 })]);
		expect(await trigger.poll()).toEqual([]);
		expect(log.filter((line) => line.includes('another API key'))).toHaveLength(1);
	});

	test('the same key in another credential goes on', async () => {
		const trigger = changeTrigger();
		await trigger.activate();
		await setBalance(5);
		trigger.change({ credentialId: '2' });
		expect(await trigger.activate()).toEqual([expect.objectContaining({ difference: -995 })]);
	});

	test('a balance that is low there is low: it is emitted, without the other one’s', async () => {
		const trigger = lowTrigger();
		await trigger.activate();
		await setBalance(5);
		await other(trigger, { credentialId: '2' });
		expect(await trigger.activate()).toEqual([{ bakiye: 5, threshold: 50, previousBakiye: null }]);
	});

	test('a balance that falls below the threshold with a renewed key is emitted', async () => {
		const trigger = lowTrigger();
		await trigger.activate();
		await setBalance(5);
		await other(trigger, {});
		expect(await trigger.poll()).toEqual([{ bakiye: 5, threshold: 50, previousBakiye: 1000 }]);
	});
});

let keysSoFar = 0;
