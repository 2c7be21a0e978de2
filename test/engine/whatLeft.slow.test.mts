import type { IDataObject } from 'n8n-workflow';

import { tryWaysToFail, type Outcome } from './connection/tryWaysToFail.mts';
import { waysToFail } from './connection/waysToFail.mts';
import { runNode } from './engine.mts';
import { backlinkForm } from './forms.mts';

let outcomes: Map<string, Outcome>;

beforeAll(async () => {
	outcomes = await tryWaysToFail(waysToFail, async ({ credential, item, timeout }) => {
		const run = await runNode({
			credential,
			parameters: { ...backlinkForm, options: { timeout } },
			items: [item],
			onError: 'continueRegularOutput',
		});
		return run.output[0]?.json.error as IDataObject | undefined;
	});
});

describe('an order that left is told as unknown, one that provably did not as not sent', () => {
	test.each(waysToFail)('$stage: $situation: $told, $orders carried out', (way) => {
		const outcome = outcomes.get(way.situation);
		expect(outcome).toMatchObject({ told: way.told, orders: way.orders });
	});
});
