import type { IExecuteFunctions } from 'n8n-workflow';

import { backlinkForm, backlinkItems, toolForm } from '../../engine/forms.mts';
import type { PanelInUse } from '../../engine/usePanel.mts';
import { callFor } from './asTool.mts';
import { OPTIONAL_FUNCTIONS } from './functionsOfN8n.mts';
import type { Between, EngineRun, N8nEngine } from './n8nEngine.mts';

const changes: Change[] = ['missing', 'throws'];
const optional = Object.keys(OPTIONAL_FUNCTIONS);

/** Tests that the node orders and charges as usual if optional functions of n8n are missing or throw. */
export function whenFunctionsFail(engine: () => N8nEngine, panel: PanelInUse): void {
	const charges = async () => (await panel.client.books()).charges.length;
	const placements = Array.from({ length: 3 }, () =>
		expect.objectContaining({ placementId: expect.any(String) }),
	);
	const run = async (between: Between, settings: EngineRun['settings'] = {}) => {
		const { credential } = panel;
		const items = backlinkItems(3);
		return await engine().run({ parameters: backlinkForm, credential, items, settings, between });
	};
	const expectThreeOrders = async (between: Between) => {
		const { data, error } = await run(between);
		expect(error).toBeUndefined();
		expect(data?.main?.[0]?.map(({ json }) => json)).toEqual(placements);
		expect(await charges()).toBe(3);
	};

	describe.each(changes)('each optional function of n8n: %s', (change) => {
		test('the node places all orders', async () => {
			await expectThreeOrders(
				async (functions, execute) =>
					await execute(changedFunctions(functions, (name) => optional.includes(name), change)),
			);
		});

		test.each(['agent', 'mcpServer', 'mcpServerWithoutContext'] as const)(
			'the tool places all orders (%s)',
			async (caller) => {
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
			},
		);
	});

	describe('from the first order on, all functions throw except the one that sends requests', () => {
		const fromFirstOrderOn = (): Between => {
			let hasLeft = false;
			const isThrowing = (name: string) => {
				if (name !== 'helpers.httpRequestWithAuthentication') return hasLeft;
				hasLeft = true;
				return false;
			};
			return async (functions, execute) =>
				await execute(changedFunctions(functions, isThrowing, 'throws'));
		};

		test('all orders come out', async () => await expectThreeOrders(fromFirstOrderOn()));

		test('an order whose answer was lost comes out as unknown', async () => {
			const lost = { answer: 'reset', method: 'POST', bodyContains: 'page-1"' } as const;
			await panel.client.addFault(lost);
			const settings = { onError: 'continueRegularOutput' } as const;
			const { data } = await run(fromFirstOrderOn(), settings);
			expect(data?.main?.[0]?.map(({ json }) => json)).toEqual([
				placements[0],
				{ error: expect.objectContaining({ charged: 'unknown' }) },
				placements[2],
			]);
			expect(await charges()).toBe(3);
		});
	});

	test('Stop reports the number of orders, even if n8n takes no log line', async () => {
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
			// Safe cast: the object inherits all other functions from `changed`.
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

type Change = 'missing' | 'throws';

/**
 * Wraps n8n's functions so that some are missing or throw. n8n's own code still uses the real functions.
 * @param isChanged is asked at each access, with a name such as `getContext` or `helpers.removeProcessed`
 */
function changedFunctions(
	functions: IExecuteFunctions,
	isChanged: (name: string) => boolean,
	change: Change,
): IExecuteFunctions {
	const helpers = changedMembers(functions.helpers, 'helpers.', functions);
	return new Proxy(changedMembers(functions, '', functions), {
		get: (target, name) => (name === 'helpers' ? helpers : Reflect.get(target, name)),
	});

	/** @param owner object to call the real functions on */
	function changedMembers<Members extends object>(
		members: Members,
		prefix: string,
		owner: IExecuteFunctions,
	): Members {
		return new Proxy(members, {
			get(target, name) {
				const real: unknown = Reflect.get(target, name);
				const isFunction = typeof real === 'function';
				if (!isChanged(prefix + String(name))) return isFunction ? real.bind(owner) : real;
				if (change === 'missing') return undefined;
				if (!isFunction) fail();
				return fail;
			},
		});
	}
}

function fail(): never {
	throw new Error('n8n does not want to');
}
