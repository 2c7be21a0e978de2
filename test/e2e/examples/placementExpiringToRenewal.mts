import assert from 'node:assert/strict';

import { shippedExample } from '../../../demo/shippedExample.mts';
import { nodeOutput } from '../../../real-n8n/nodeOutput.mts';
import { pollsEvery, twoPolls } from '../activeTrigger.mts';
import type { PanelInN8n } from '../panelInN8n.mts';
import type { Scenarios } from '../scenarios.mts';
import {
	assertEveryNodeRan,
	endedExecutions,
	noEligibleSite,
	whileExampleIsActive,
} from './exampleRuns.mts';

const DAY_MS = 86_400_000;
const TRIGGER = 'Placement Expiring';

/** Orders a placement again shortly before its end, once for each end date. */
export async function placementExpiringToRenewal(
	n8n: PanelInN8n,
	scenarios: Scenarios,
): Promise<void> {
	const { client, panel } = n8n;

	await scenarios.run(
		'Example "Placement expiring → renew": a placement is renewed once for each end date',
		async () => {
			const hedefUrl = 'https://example.com/ends';
			await panel.addFault({ ...noEligibleSite, bodyContains: 'refused' });
			await panel.addOrders({ type: 'backlink', count: 1, hedefUrl, bitis: inDays(3) });
			const refused = { hedefUrl: 'https://example.com/refused', bitis: inDays(5) };
			await panel.addOrders({ type: 'backlink', count: 1, ...refused });
			await panel.addOrders({ type: 'backlink', count: 1, bitis: inDays(30) });
			const example = await shippedExample('placement-expiring-to-renewal', {
				[TRIGGER]: { pollTimes: pollsEvery(1) },
			});

			await whileExampleIsActive(n8n, example, async (workflow) => {
				const [polled] = await endedExecutions(n8n, workflow, 1);
				assert.ok(polled);
				const [renewed] = nodeOutput(polled, 'Renewed');
				const { charges, placements } = await panel.books();
				const placement = placements.find(({ id }) => id === renewed?.placementId);
				assert.deepEqual(renewed, {
					renewedOrder: 'bl_000001',
					target: hedefUrl,
					renewedBefore: false,
					placementId: placement?.id,
					expiresAt: placement?.bitis,
					credits: 1,
				});
				assert.deepEqual(
					[placement?.hedefUrl, placement?.anchor, placement?.sureAy],
					[hedefUrl, 'örnek', 1],
				);
				assert.deepEqual(
					nodeOutput(polled, 'Not Renewed').map(({ order, charged }) => [order, charged]),
					[['bl_000002', 'no']],
				);
				assert.equal(charges.length, 1);
				assertEveryNodeRan(workflow, [polled]);

				// A manual execution takes the next placement that ends, even if a poll has emitted it before.
				const renewedInEditor = async () => {
					const execution = await client.runToEnd(workflow, TRIGGER);
					const renewals = nodeOutput(execution, 'Renewed');
					return renewals.map(({ renewedBefore, credits }) => [renewedBefore, credits]);
				};
				assert.deepEqual(await renewedInEditor(), [[true, 0]]);
				await panel.changeOrder('bl_000001', { bitis: inDays(4) });
				assert.deepEqual(await renewedInEditor(), [[false, 1]]);
				await twoPolls(n8n);
				assert.equal((await client.executions(workflow.id)).length, 3);
			});
			assert.deepEqual(
				(await panel.books()).charges.map(({ subject }) => subject),
				[hedefUrl, hedefUrl],
			);
		},
	);
}

function inDays(days: number): string {
	return new Date(Date.now() + days * DAY_MS).toISOString();
}
