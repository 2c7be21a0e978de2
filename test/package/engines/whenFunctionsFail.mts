import type { IExecuteFunctions } from 'n8n-workflow';

import { backlinkForm, backlinkItems } from '../../engine/forms.mts';
import type { PanelInUse } from '../../engine/usePanel.mts';
import { callFor, toolForm } from './asTool.mts';
import { changedFunctions, type Change } from './changedFunctions.mts';
import { OPTIONAL_FUNCTIONS } from './functionsOfN8n.mts';
import type { Between, N8nEngine } from './n8nEngine.mts';

const changes: Change[] = ['missing', 'throws'];
const optional = Object.keys(OPTIONAL_FUNCTIONS);

/** Money is spent as if nothing were wrong, whatever n8n's optional functions do. */
export function whenFunctionsFail(engine: () => N8nEngine, panel: PanelInUse): void {
	const charges = async () => (await panel.client.books()).charges.length;
	const placements = Array.from({ length: 3 }, () =>
		expect.objectContaining({ placementId: expect.any(String) }),
	);
	const run = async (between: Between) => {
		const { credential } = panel;
		const parameters = backlinkForm;
		return await engine().run({ parameters, credential, items: backlinkItems(3), between });
	};
	const expectThreeOrders = async (between: Between) => {
		const { data, error } = await run(between);
		expect(error).toBeUndefined();
		expect(data?.main?.[0]?.map(({ json }) => json)).toEqual(placements);
		expect(await charges()).toBe(3);
	};

	describe.each(changes)('an optional function is or does: %s', (change) => {
		test.each(optional)('%s', async (changed) => {
			await expectThreeOrders(
				async (functions, execute) =>
					await execute(changedFunctions(functions, (name) => name === changed, change)),
			);
		});

		test('all of them', async () => {
			await expectThreeOrders(
				async (functions, execute) =>
					await execute(changedFunctions(functions, (name) => optional.includes(name), change)),
			);
		});

		test.each(['agent', 'mcpServer'] as const)('all of them, as a tool (%s)', async (caller) => {
			const { credential } = panel;
			const { answers } = await engine().callTool({
				caller,
				parameters: toolForm,
				credential,
				items: [callFor(0), callFor(1), callFor(2)],
				workflowId: `${change} ${caller} ${credential.apiKey}`,
				between: async (functions, execute) =>
					await execute(changedFunctions(functions, (name) => optional.includes(name), change)),
			});
			expect(answers.flat()).toEqual(placements);
			expect(await charges()).toBe(3);
		});
	});

	test('from the first order on, everything throws but what sends orders', async () => {
		let hasLeft = false;
		const isThrowing = (name: string) => {
			if (name !== 'helpers.httpRequestWithAuthentication') return hasLeft;
			hasLeft = true;
			return false;
		};
		await expectThreeOrders(
			async (functions, execute) =>
				await execute(changedFunctions(functions, isThrowing, 'throws')),
		);
		expect(hasLeft).toBe(true);
	});

	test('Stop tells what was ordered, also where n8n takes no log line', async () => {
		const stop = new AbortController();
		let sent = 0;
		const isThrowing = (name: string) => {
			if (name === 'helpers.httpRequestWithAuthentication') sent += 1;
			if (sent === 3) stop.abort();
			return name === 'logger';
		};
		const { error } = await run(async (functions, execute) => {
			const changed = changedFunctions(functions, isThrowing, 'throws');
			const getExecutionCancelSignal = { value: () => stop.signal };
			// What is not here is looked up in `changed`.
			return await execute(
				Object.create(changed, { getExecutionCancelSignal }) as IExecuteFunctions,
			);
		});
		expect(error).toMatchObject({
			message: 'The execution was canceled',
			description: '3 of 3 items were ordered.',
		});
		expect(await charges()).toBe(3);
	});
}
