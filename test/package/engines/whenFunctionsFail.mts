import type { IExecuteFunctions } from 'n8n-workflow';

import { backlinkForm, backlinkItems, toolForm } from '../../engine/forms.mts';
import type { PanelInUse } from '../../engine/usePanel.mts';
import { callFor } from './asTool.mts';
import { OPTIONAL_FUNCTIONS } from './functionsOfN8n.mts';
import type { Between, EngineRun, N8nEngine } from './n8nEngine.mts';

const changes: Change[] = ['missing', 'throws'];
const optional = Object.keys(OPTIONAL_FUNCTIONS);

/** Money is spent as if nothing were wrong, whatever n8n's optional functions do. */
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

	describe.each(changes)('an optional function is or does: %s', (change) => {
		test('all of them', async () => {
			await expectThreeOrders(
				async (functions, execute) =>
					await execute(changedFunctions(functions, (name) => optional.includes(name), change)),
			);
		});

		test.each(['agent', 'mcpServer', 'mcpServerWithoutContext'] as const)(
			'all of them, as a tool (%s)',
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

	describe('from the first order on, everything throws but what sends requests', () => {
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

		test('so does one whose answer was lost', async () => {
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

type Change = 'missing' | 'throws';

/**
 * What n8n gives the node, with some of it missing or throwing. n8n's own code goes on with the real thing.
 *
 * @param isChanged says it of a name such as `getContext` or `helpers.removeProcessed`, when it is asked for
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

	/** @param owner what the real functions are called on */
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
