import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { runBacklinks } from './runBacklinks.mts';
import { backlinkForm } from './forms.mts';
import { DELETED_CREDENTIAL_ID } from './testCredentialsHelper.mts';
import type { TriggerInN8n } from './triggerEngine.mts';
import { useClock } from './useClock.mts';
import { useTrigger } from './useTrigger.mts';

const MINUTE = 60_000;

const clock = useClock();
const { panel, triggerOf, useAnotherKey } = useTrigger();

const newTrigger = (credential: ICredentialDataDecryptedObject = {}) => {
	const trigger = triggerOf({ event: 'balanceChanged' });
	trigger.change({ credential: { ...panel.credential, ...credential } });
	return trigger;
};
const tooMany = (times: number, headers?: Record<string, string>) =>
	panel.client.addFault({ answer: 'tooManyRequests', times, headers });

/** Passes 15 minutes, after which earlier requests do not count and pauses have ended. */
const passPause = () => clock.pass(15 * MINUTE);

const usedUp = {
	message: 'The rate limit of the service is used up',
	description: expect.stringMatching(/the next poll looks again/),
	context: { reason: 'limit', charged: 'no' },
	failure: { cause: 'rate-limited', retryAfterMs: expect.any(Number) },
};

describe('a poll that fails', () => {
	test('with a wrong key says so, and nothing is stored', async () => {
		const trigger = newTrigger({ apiKey: 'demo_live_wrong' });
		await expect(trigger.activate()).rejects.toMatchObject({
			message: 'The API key was not accepted',
			description: expect.stringContaining('Account → API'),
			httpCode: '401',
			context: { kod: 'yetkisiz', hata: expect.any(String), httpStatus: 401 },
			failure: { cause: 'credential-invalid' },
		});
		expect(trigger.stored).toBe('{}');
	});

	test.each([
		['Base URL', { baseUrl: '' }, 'The Base URL is empty'],
		['key', { apiKey: 'short' }, ''],
	])('with a credential whose %s cannot be used sends nothing', async (_, change, message) => {
		await expect(newTrigger(change).activate()).rejects.toMatchObject({
			message: expect.stringContaining(message),
			context: { reason: 'invalidCredential' },
		});
		expect((await panel.client.books()).requests).toEqual([]);
	});

	test('with a deleted credential reports an invalid credential, as does a menu', async () => {
		const trigger = newTrigger();
		trigger.change({ credentialId: DELETED_CREDENTIAL_ID });
		const reason = { context: { reason: 'invalidCredential' } };
		await expect(trigger.activate()).rejects.toMatchObject(reason);
		await expect(trigger.menu('getStatuses')).rejects.toMatchObject(reason);
	});

	test('because the answer was lost is not sent again', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		await panel.client.addFault({ answer: 'badGateway' });
		await expect(trigger.poll()).rejects.toThrow('The service gave no usable answer');
		expect(await panel.client.requestsTo('/krediler')).toHaveLength(2);
	});
});

describe('429', () => {
	test('on the first poll the workflow is published, and the next poll takes the baseline', async () => {
		const trigger = newTrigger();
		await tooMany(1);
		expect(await trigger.activate()).toEqual([]);
		expect(trigger.stored).toBe('{}');
		passPause();
		expect(await trigger.poll()).toEqual([]);
		await panel.client.change({ balance: 5 });
		expect(await trigger.poll()).toEqual([expect.objectContaining({ previousBakiye: 1000 })]);
	});

	test('three in a row are no error, the fourth and the fifth are, and the state does not change', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		const before = trigger.memory;
		await tooMany(100);
		for (const _tolerated of [1, 2, 3]) expect(await trigger.poll()).toEqual([]);
		await expect(trigger.poll()).rejects.toMatchObject(usedUp);
		await expect(trigger.poll()).rejects.toMatchObject(usedUp);
		expect(trigger.memory).toBe(before);
	});

	test('in the editor it fails at once', async () => {
		await tooMany(1);
		await expect(newTrigger().test()).rejects.toMatchObject({ ...usedUp, httpCode: '429' });
	});

	test('a poll that gets through begins the count anew, and nothing was missed', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		for (const balance of [990, 980]) {
			await panel.client.change({ balance });
			await tooMany(3);
			for (const _refusal of [1, 2, 3]) {
				expect(await trigger.poll()).toEqual([]);
				passPause();
			}
			expect(await trigger.poll()).toEqual([expect.objectContaining({ bakiye: balance })]);
		}
	});

	test('the poll does not wait as the service asks, but the error gives n8n the wait', async () => {
		await tooMany(1, { 'retry-after': '600' });
		const trigger = newTrigger();
		await trigger.activate();
		for (const _tolerated of [1, 2]) await trigger.poll();
		await expect(trigger.poll()).rejects.toMatchObject({
			...usedUp,
			message: expect.stringMatching(/^Rate limit: the service asks to come back in /),
		});
		expect(await panel.client.requestsTo('/krediler')).toHaveLength(1);
	});
});

describe('a key whose requests are used up', () => {
	const batch = async (requestsPerMinute: number, orders: number) =>
		await runBacklinks(panel, orders, {
			credential: { ...panel.credential, requestsPerMinute },
			parameters: { ...backlinkForm, options: { maxRateLimitWait: 0 } },
			onError: 'continueRegularOutput',
		});

	test('the poll neither waits nor sends', async () => {
		const trigger = newTrigger({ requestsPerMinute: 2 });
		await trigger.activate();
		expect(await trigger.poll()).toEqual([]);
		await panel.client.change({ balance: 5 });
		expect(await trigger.poll()).toEqual([]);
		expect(await panel.client.requestsTo('/krediler')).toHaveLength(2);
	});

	test('published while a batch uses it up: no failure, and the baseline is taken later', async () => {
		await batch(3, 5);
		const trigger = newTrigger({ requestsPerMinute: 3 });
		expect(await trigger.activate()).toEqual([]);
		expect(await panel.client.requestsTo('/krediler')).toEqual([]);
		passPause();
		expect(await trigger.poll()).toEqual([]);
		await panel.client.change({ balance: 5 });
		expect(await trigger.poll()).toEqual([
			expect.objectContaining({ bakiye: 5, previousBakiye: 1000 - 3 }),
		]);
	});

	test.each([
		['a poll, for which one place is kept the next time', 1, (it: TriggerInN8n) => it.poll()],
		['a test in the editor, which does not come again', 0, (it: TriggerInN8n) => it.test()],
		['a menu', 0, (it: TriggerInN8n) => it.menu('getStatuses')],
	])('turns away %s', async (_, kept, ask) => {
		const trigger = newTrigger({ requestsPerMinute: 4 });
		await trigger.activate();
		await batch(4, 3);
		await Promise.resolve(ask(trigger)).catch(() => []);
		clock.pass(2 * MINUTE);
		await batch(4, 4);
		expect(await panel.client.requestsTo('/backlink')).toHaveLength(3 + 4 - kept);
	});
});

test('the stored state does not depend on the API key', async () => {
	const trigger = newTrigger();
	await trigger.activate();
	const stored = trigger.stored;
	expect(stored).not.toContain(String(panel.credential.apiKey));
	const { settings } = JSON.parse(stored)['node:Trigger'];
	await useAnotherKey(trigger);
	await trigger.activate();
	expect(JSON.parse(trigger.stored)['node:Trigger']).toMatchObject({ settings });
});
