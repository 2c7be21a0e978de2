import { operations } from '../../nodes/BacklinkPanel/operations/index.ts';
import { exampleParameters } from '../../tooling/schemas/outputPreviews.mts';
import { runNode } from './engine.mts';
import { usePanel } from './usePanel.mts';

const panel = usePanel();

/* The table of operations in the README says the price of each. */

test.each(operations)('$resource → $name costs what it says', async (operation) => {
	await panel.client.addOrders({ type: 'backlink', count: 2 });
	const parameters = exampleParameters(operation);
	const { error, output } = await runNode({ credential: panel.credential, parameters });

	expect(error).toBeUndefined();
	expect(output.length).toBeGreaterThan(0);
	const { charges } = await panel.client.books();
	const credits = charges.reduce((sum, charge) => sum + charge.credits, 0);
	if (!operation.spendsCredits) return expect(credits).toBe(0);
	const [price] = operation.priceText.match(/^\d+/) ?? [];
	expect(credits).toBeGreaterThan(0);
	expect(credits % Number(price)).toBe(0);
});
