import { RateLimiter } from '../../nodes/BacklinkPanel/rateLimiter/RateLimiter.ts';
import { runNode } from './engine.mts';
import { backlinkForm, backlinkItems } from './forms.mts';
import { TriggerInN8n } from './triggerEngine.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

const newTrigger = () =>
	new TriggerInN8n({ parameters: { event: 'balanceChanged' }, credential: panel.credential });
const tooMany = (times: number, headers?: Record<string, string>) =>
	panel.client.addFault({ answer: 'tooManyRequests', times, headers });

const usedUp = {
	message: 'The rate limit of the service is used up',
	description: expect.stringMatching(/the next poll looks again.* The service said: “/),
	context: { kod: 'limit', charged: 'no' },
	failure: { cause: 'rate-limited' },
	httpCode: '429',
};

test('a wrong key fails the activation and says so', async () => {
	const trigger = newTrigger();
	trigger.change({ credential: { ...panel.credential, apiKey: 'demo_live_wrong' } });
	await expect(trigger.activate()).rejects.toMatchObject({
		message: 'The API key was not accepted',
		description: expect.stringContaining('Account → API'),
		httpCode: '401',
		context: { kod: 'yetkisiz', hata: expect.any(String), httpStatus: 401 },
		failure: { cause: 'credential-invalid' },
	});
	expect(trigger.stored).toBe('{}');
});

test('a credential that cannot be used says why, and nothing is sent', async () => {
	const trigger = newTrigger();
	trigger.change({ credential: { ...panel.credential, baseUrl: '' } });
	await expect(trigger.activate()).rejects.toMatchObject({ message: 'The Base URL is empty' });
	expect((await panel.client.books()).requests).toEqual([]);
});

test('a host that does not answer: nothing waits and nothing is tried again', async () => {
	const trigger = newTrigger();
	trigger.change({ credential: { ...panel.credential, baseUrl: 'http://127.0.0.1:9' } });
	await expect(trigger.activate()).rejects.toMatchObject({
		message: expect.stringContaining('The service could not be reached'),
		failure: { cause: 'temporarily-unavailable' },
	});
});

test('a lost answer is asked for once', async () => {
	const trigger = newTrigger();
	await trigger.activate();
	await panel.client.addFault({ answer: 'badGateway' });
	await expect(trigger.poll()).rejects.toThrow('The service gave no usable answer');
	expect(await panel.client.requestsTo('/krediler')).toHaveLength(2);
});

describe('429', () => {
	test('on the first poll the workflow is published, and the next poll takes the baseline', async () => {
		const trigger = newTrigger();
		await tooMany(1);
		expect(await trigger.activate()).toEqual([]);
		expect(trigger.stored).toBe('{}');
		await useNewKey(trigger);
		expect(await trigger.poll()).toEqual([]);
		await panel.client.change({ balance: 5 });
		expect(await trigger.poll()).toEqual([expect.objectContaining({ previousBakiye: 1000 })]);
	});

	test('the fourth in a row since it was published fails the poll', async () => {
		const trigger = newTrigger();
		await tooMany(100);
		expect(await trigger.activate()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		await expect(trigger.poll()).rejects.toMatchObject({
			message: usedUp.message,
			failure: { cause: 'rate-limited', retryAfterMs: expect.any(Number) },
		});
	});

	test('to publish it again begins the count anew', async () => {
		const trigger = newTrigger();
		await tooMany(100);
		for (const _start of [1, 2, 3, 4, 5]) expect(await trigger.activate()).toEqual([]);
	});

	test('in the editor it fails at once', async () => {
		await tooMany(1);
		await expect(newTrigger().test()).rejects.toMatchObject(usedUp);
	});

	test('later, three in a row are no news, the fourth is', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		const before = trigger.memory;
		await tooMany(100);
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		await expect(trigger.poll()).rejects.toMatchObject({ message: usedUp.message });
		await expect(trigger.poll()).rejects.toMatchObject({ message: usedUp.message });
		expect(trigger.memory).toBe(before);
	});

	test('a poll that gets through starts the count anew, and nothing was missed', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		for (const balance of [990, 980]) {
			await panel.client.change({ balance });
			await tooMany(3);
			for (const _refusal of [1, 2, 3]) {
				await useNewKey(trigger);
				expect(await trigger.poll()).toEqual([]);
			}
			await useNewKey(trigger);
			expect(await trigger.poll()).toEqual([expect.objectContaining({ bakiye: balance })]);
		}
	});

	test('the wait that the service asked for is handed to n8n, not waited', async () => {
		await tooMany(1, { 'retry-after': '600' });
		const start = Date.now();
		const trigger = newTrigger();
		await trigger.activate();
		for (const _tolerated of [1, 2]) await trigger.poll();
		await expect(trigger.poll()).rejects.toMatchObject({
			failure: { cause: 'rate-limited', retryAfterMs: expect.any(Number) },
		});
		expect(Date.now() - start).toBeLessThan(10_000);
	});
});

test('a key whose requests are used up: the poll neither waits nor sends', async () => {
	const trigger = newTrigger();
	trigger.change({ credential: { ...panel.credential, requestsPerMinute: 2 } });
	await trigger.activate();
	expect(await trigger.poll()).toEqual([]);
	await panel.client.change({ balance: 5 });
	const start = Date.now();
	expect(await trigger.poll()).toEqual([]);
	expect(Date.now() - start).toBeLessThan(10_000);
	expect(await panel.client.requestsTo('/krediler')).toHaveLength(2);
});

test('published while a batch uses up the key: no failure, and the baseline is taken later', async () => {
	const credential = { ...panel.credential, requestsPerMinute: 3 };
	await runNode({
		credential,
		parameters: { ...backlinkForm, options: { maxRateLimitWait: 0 } },
		items: backlinkItems(5),
		onError: 'continueRegularOutput',
	});
	const trigger = newTrigger();
	trigger.change({ credential });
	expect(await trigger.activate()).toEqual([]);
	expect(await panel.client.requestsTo('/krediler')).toEqual([]);
	await useNewKey(trigger);
	expect(await trigger.poll()).toEqual([]);
	await panel.client.change({ balance: 5 });
	expect(await trigger.poll()).toEqual([
		expect.objectContaining({ bakiye: 5, previousBakiye: 1000 - 3 }),
	]);
});

test('the rate limiter knows polls from requests that can wait, and one trigger from another', async () => {
	const newTurn = jest.spyOn(RateLimiter.prototype, 'newTurn');
	const [one, other] = [newTrigger(), newTrigger()];
	await one.activate();
	await one.poll();
	await other.activate();
	await other.test();
	await other.menu('getOrderFields');
	const [first, second, third, ...fromTheEditor] = newTurn.mock.calls.map(([poller]) => poller);
	expect(first).toEqual(expect.any(String));
	expect([second, third === first]).toEqual([first, false]);
	expect(fromTheEditor).toEqual([undefined, undefined]);
	newTurn.mockRestore();
});

test('a poll that hangs does not stop the ones after it for good', async () => {
	const trigger = newTrigger();
	await trigger.activate();
	await panel.client.change({ balance: 5 });
	await panel.client.addFault({ answer: 'latency', delayMs: 200, times: 1 });
	const slow = trigger.poll();
	expect(await trigger.poll()).toEqual([]);
	expect(await slow).toHaveLength(1);
	await panel.client.change({ balance: 4 });
	expect(await trigger.poll()).toHaveLength(1);
});

test('an event that does not exist is refused', async () => {
	const trigger = newTrigger();
	trigger.change({ parameters: { event: 'webhook' } });
	await expect(trigger.activate()).rejects.toThrow('This event is not supported');
});

test('neither the state nor an error has the key in it', async () => {
	const trigger = newTrigger();
	await trigger.activate();
	expect(trigger.stored).not.toContain(String(panel.credential.apiKey));
});

let keysSoFar = 0;

/** A key that no pause is kept for. The account is the same, so the trigger goes on where it was. */
async function useNewKey(trigger: TriggerInN8n): Promise<void> {
	const apiKey = `demo_live_polls_${process.pid}_${++keysSoFar}`;
	await panel.client.change({ apiKeys: [apiKey] });
	trigger.change({ credential: { ...panel.credential, apiKey } });
}
