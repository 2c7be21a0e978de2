import { useSandbox } from '../sandbox/useSandbox.mts';
import { runNode } from './engine.mts';

const sandbox = useSandbox();
const credential = () => ({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });

test('Account → Get Balance returns the balance, without ok', async () => {
	const run = await runNode({
		credential: credential(),
		parameters: { resource: 'account', operation: 'getBalance' },
	});
	expect(run.error).toBeUndefined();
	expect(run.output).toEqual([{ json: { bakiye: 1000 }, pairedItem: { item: 0 } }]);
});
