import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { orderForm, targetOf, toolForm } from '../../engine/forms.mts';
import type { PanelInUse } from '../../engine/usePanel.mts';
import type { Caller, N8nEngine, ToolRun } from './n8nEngine.mts';

export function callFor(page: number): IDataObject {
	return { url: targetOf(page), anchor: 'anchor' };
}

const placed = expect.objectContaining({ placementId: expect.any(String) });
const failed = (error: object) => ({ error: expect.objectContaining(error) });

/** Tests the node as a tool, for any caller and engine. @param hasHints true if n8n takes hints from a tool */
export function asTool(
	engine: () => N8nEngine,
	panel: PanelInUse,
	caller: Caller,
	hasHints: boolean,
): void {
	const charges = async () => (await panel.client.books()).charges.length;
	const call = async (pages: number[], options: IDataObject = {}, more: Partial<ToolRun> = {}) => {
		const { credential } = panel;
		const run = await engine().callTool({
			caller,
			parameters: { ...toolForm, options } as INodeParameters,
			credential,
			items: pages.map(callFor),
			workflowId: `${caller} ${credential.apiKey}`,
			...more,
		});
		return { ...run, answers: run.answers.flat() };
	};

	test('a backlink is ordered; the same call again is answered with it', async () => {
		const { answers } = await call([0, 0, 1]);
		const [first] = answers;
		expect(first).toEqual(placed);
		expect(first).not.toHaveProperty('alreadyOrdered');
		expect(answers[1]).toEqual({ ...first, alreadyOrdered: true });
		expect(answers[2]).toEqual(placed);
		expect(answers[2]).not.toHaveProperty('alreadyOrdered');
		expect(await charges()).toBe(2);
	});

	test('an order is looked up by its ID', async () => {
		const [order] = (await call([0])).answers;
		const orderId = { __rl: true, mode: 'id', value: "={{ $fromAI('order') }}" } as const;
		const { answers } = await call(
			[],
			{},
			{
				parameters: { ...orderForm, orderId },
				items: [{ order: order?.placementId }, { order: 'bl_9' }],
			},
		);
		expect(answers).toEqual([
			expect.objectContaining({ id: order?.placementId, status: 'aktif', target: targetOf(0) }),
			failed({ message: 'No order has the ID “bl_9”', charged: 'no' }),
		]);
	});

	test('Max Credits per Execution counts all calls together', async () => {
		const { answers } = await call([0, 1], { maxCredits: 1 });
		expect(answers).toEqual([
			placed,
			failed({ message: expect.stringContaining('Max Credits'), charged: 'no' }),
		]);
		expect(await charges()).toBe(1);
	});

	test('Dry Run sends nothing, and gives the totals in a hint if n8n takes hints', async () => {
		const { answers, hints } = await call([0], { dryRun: true });
		expect(answers).toEqual([expect.objectContaining({ dryRun: true, credits: 1 })]);
		expect(hints).toEqual(
			hasHints ? [expect.stringContaining('Dry run, nothing was sent: 1 order for 1 credit,')] : [],
		);
		expect(await panel.client.requestsTo('/backlink')).toEqual([]);
	});
}
