import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { evaluated } from './evaluated.mts';
import { DELETED_CREDENTIAL_ID } from './testCredentialsHelper.mts';
import { TriggerInN8n } from './triggerEngine.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

describe('the reason of what the trigger throws', () => {
	const event = (parameters: INodeParameters, credential = panel.credential) =>
		new TriggerInN8n({ parameters, credential });
	const created = {
		event: 'orderCreated',
		orderType: 'all',
		emitExisting: false,
		orderIdField: '',
	};
	const low = { event: 'balanceLow', threshold: 50, repeatAfterHours: 24 };
	const reasonOf = async (failing: Promise<unknown>) => {
		const error: unknown = await failing.then(
			() => undefined,
			(thrown: unknown) => thrown,
		);
		// n8n hands a failed poll to the error workflow as JSON.
		const trigger = { error: JSON.parse(JSON.stringify(error)) as IDataObject };
		return await evaluated('$json.trigger.error.context.reason', { trigger });
	};

	test('a poll with a key that is not accepted', async () => {
		const wrong = { ...panel.credential, apiKey: 'demo_live_wrong' };
		expect(await reasonOf(event(low, wrong).activate())).toBe('yetkisiz');
	});

	test('a poll for which the rate limit has been used up four times', async () => {
		await panel.client.addFault({ answer: 'tooManyRequests' });
		const trigger = event(low);
		await trigger.activate();
		await trigger.poll();
		await trigger.poll();
		expect(await reasonOf(trigger.poll())).toBe('limit');
	});

	test('a poll with a credential that cannot be used', async () => {
		const short = { ...panel.credential, apiKey: 'short' };
		expect(await reasonOf(event(low, short).activate())).toBe('invalidCredential');
	});

	test('a poll with a credential that was deleted', async () => {
		const deleted = event(low);
		deleted.change({ credentialId: DELETED_CREDENTIAL_ID });
		expect(await reasonOf(deleted.activate())).toBe('invalidCredential');
	});

	test.each([
		['a field that cannot be used', 'many', /^“Threshold” has to be a number/],
		['an expression that cannot be evaluated', '={{ $json.a.b.c }}', /^“Threshold”/],
	])('%s', async (_, threshold, message) => {
		const failing = event({ ...low, threshold });
		await expect(failing.activate()).rejects.toThrow(message);
		expect(await reasonOf(failing.activate())).toBe('invalidParameter');
	});

	test('an event that the trigger does not have', async () => {
		expect(await reasonOf(event({ event: 'siteAdded' }).activate())).toBe('invalidParameter');
	});

	test('a test in the editor where there is no order yet', async () => {
		expect(await reasonOf(event(created).test())).toBe('orderNotFound');
	});

	test('a menu that cannot be filled', async () => {
		const wrong = { ...panel.credential, apiKey: 'demo_live_wrong' };
		expect(await reasonOf(event(created, wrong).menu('getOrderFields'))).toBe('yetkisiz');
		const deleted = event(created);
		deleted.change({ credentialId: DELETED_CREDENTIAL_ID });
		expect(await reasonOf(deleted.menu('getStatuses'))).toBe('invalidCredential');
	});
});
