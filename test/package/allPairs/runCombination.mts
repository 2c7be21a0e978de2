import type { IConnections, IDataObject, IExecuteFunctions, INode, IRun } from 'n8n-workflow';

import type { CasePanel } from '../../engine/neverTwice/CasePanel.mts';
import { testNode, to } from '../../engine/testNode.mts';
import type { Between, EngineRun, N8nEngine } from '../engines/n8nEngine.mts';
import { panelNodeOf, toolNodeOf, toolOf } from '../engines/panelNodes.mts';
import { type Combination, isTool } from './factors.mts';
import { formOf, itemOf, NAMES, namesOf } from './items.mts';
import { nodesAround } from './nodesAround.mts';
import { type Told, toldBy, type ToldByExecution, wordOf } from './whatWasTold.mts';

interface TestWorkflow {
	nodes: INode[];
	connections: IConnections;
}

const items = testNode('Items', 'test.items');

/** Makes a workflow with the node in the main flow, in a loop, or as the tool of an agent. */
function workflowOf(combination: Combination, run: EngineRun): TestWorkflow {
	return isTool(combination) ? agentWorkflow(combination, run) : nodeWorkflow(combination, run);
}

function callingWorkflow(): TestWorkflow {
	const caller = testNode('Execute Workflow', 'test.executeWorkflow');
	return { nodes: [items, caller], connections: { [items.name]: { main: [to(caller.name)] } } };
}

function nodeWorkflow({ loop }: Combination, run: EngineRun): TestWorkflow {
	const panel = panelNodeOf(run);
	const before = testNode('Before', 'test.before');
	const rounds = testNode('Loop', 'test.rounds');
	const once = testNode('Once', 'test.once');
	const behind = testNode('Behind', 'test.behind');
	const hasRounds = loop === 'itemsInRounds' || loop === 'sameItems';
	const ofError = loop === 'errorsLedBack' ? once : behind;
	return {
		nodes: [items, before, rounds, panel, once, behind],
		connections: {
			[items.name]: { main: [to(before.name)] },
			[before.name]: { main: [to(hasRounds ? rounds.name : panel.name)] },
			[rounds.name]: { main: [to(panel.name), []] },
			[panel.name]: { main: [to(behind.name), to(ofError.name)] },
			[once.name]: { main: [to(panel.name)] },
			[behind.name]: { main: hasRounds ? [to(rounds.name)] : [] },
		},
	};
}

function agentWorkflow({ usedAs, parallelRequests }: Combination, run: EngineRun): TestWorkflow {
	const parameters = { atOnce: parallelRequests === 'many' };
	const agent = testNode('Agent', `test.${usedAs}`, { parameters });
	return {
		nodes: [items, agent, toolNodeOf(run)],
		connections: { [items.name]: { main: [to(agent.name)] }, ...toolOf(agent) },
	};
}

export async function runCombination(
	engine: N8nEngine,
	combination: Combination,
	panel: Pick<CasePanel, 'credential' | 'workflowId'>,
): Promise<ToldByExecution[]> {
	const { mode, usedAs, retryButton, executionOrder, pairing } = combination;
	const inputs = new Map<number, string[]>();
	const names = namesOf(combination);
	const run: EngineRun = {
		...panel,
		mode,
		executionOrder,
		parameters: formOf(combination),
		settings: settingsOf(combination),
		// Adds an item for “Before” to drop, so that n8n cannot pair its output items with its input items.
		items: [...names, ...(pairing === 'unpaired' ? ['dropped'] : [])].map(itemOf),
		nodeTypes: nodesAround(combination),
		pinData: pinDataOf(combination),
	};
	if (usedAs === 'mcpServer' || usedAs === 'mcpServerWithoutContext') {
		const atOnce = combination.parallelRequests === 'many';
		const { told } = await observed(combination, run, inputs, async (observedRun) => {
			await engine.callTool({ ...observedRun, caller: usedAs, atOnce });
			return undefined;
		});
		return [told];
	}

	const start = async (observedRun: EngineRun) => {
		const { nodes, connections } = workflowOf(combination, run);
		return mode === 'integrated'
			? await calledBy(engine, observedRun, nodes, connections)
			: await engine.runWorkflow(nodes, connections, observedRun);
	};
	const press = async ({ execution }: Observed) => {
		const parameters = formOf(combination, retryButton === 'edited');
		const now = { ...run, parameters };
		const { nodes, connections } = workflowOf(combination, now);
		return await observed(
			combination,
			now,
			inputs,
			async (observedRun) =>
				execution && (await engine.retry(execution, nodes, connections, observedRun)),
		);
	};
	const original = await observed(combination, run, inputs, start);
	const all = [original, ...(await presses(combination, original, press))];
	return all.map(({ told }) => told);
}

/** Execution and its reports. Below the MCP Server Trigger there is no execution. */
interface Observed {
	execution: IRun | undefined;
	told: ToldByExecution;
}

async function presses(
	{ retryButton }: Combination,
	original: Observed,
	press: (failed: Observed) => Promise<Observed>,
): Promise<Observed[]> {
	if (retryButton === 'none') return [];
	if (retryButton === 'twiceAtOnce') return await Promise.all([press(original), press(original)]);
	const first = await press(original);
	if (retryButton === 'twice') return [first, await press(original)];
	if (retryButton === 'ofTheRetry' && !first.told.isSuccess) return [first, await press(first)];
	return [first];
}

/** Runs the workflow as a sub-workflow of another one. @returns the execution of the sub-workflow */
async function calledBy(
	engine: N8nEngine,
	run: EngineRun,
	nodes: INode[],
	connections: IConnections,
): Promise<IRun> {
	const calling = callingWorkflow();
	let called: IRun | undefined;
	await engine.runWorkflow(calling.nodes, calling.connections, {
		...run,
		mode: 'trigger',
		executeWorkflow: async () => {
			called = await engine.runWorkflow(nodes, connections, run);
			return { executionId: 'called', data: [[]] };
		},
	});
	if (!called) throw new Error('The workflow was not called');
	return called;
}

function settingsOf(combination: Combination): EngineRun['settings'] {
	const { onError, retryOnFail, executeOnce, alwaysOutputData } = combination;
	return {
		onError,
		executeOnce: executeOnce === 'on',
		alwaysOutputData: alwaysOutputData === 'on',
		...(retryOnFail === 'on' && { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 }),
	};
}

function pinDataOf(combination: Combination): EngineRun['pinData'] {
	const { pinnedData } = combination;
	if (pinnedData === 'itself') return { 'Backlink Panel': [{ json: { pinned: true } }] };
	if (pinnedData === 'none') return undefined;
	return { Before: namesOf(combination).map((name) => ({ json: itemOf(name) })) };
}

/**
 * Runs a combination, and reads its reports from the stored execution or from the answers of the tool.
 * @param inputs is filled with the names of the node's input items, by run; a Retry has the same items
 */
async function observed(
	combination: Combination,
	run: EngineRun,
	inputs: Map<number, string[]>,
	execute: (run: EngineRun) => Promise<IRun | undefined>,
): Promise<Observed> {
	const answers: Told[] = [];
	const between: Between = async (functions, runNode) => {
		const names = functions.getInputData().map(({ json }) => nameIn(json));
		inputs.set(runIndexOf(functions), names);
		const output = await runNode(functions);
		for (const item of output.flat()) answers.push({ name: names[0] ?? '', ...wordOf(item) });
		return output;
	};
	const execution = await execute({ ...run, between });
	const isSuccess = execution === undefined || execution.status === 'success';
	const told =
		execution && !isTool(combination)
			? toldBy(execution, inputs)
			: { isSuccess, told: answers, items: answers.length };
	return { execution, told };
}

/** Searches all fields, because a model fills in only the fields that the tool asks for. */
function nameIn(json: IDataObject): string {
	return NAMES.find((name) => JSON.stringify(json).includes(name)) ?? '';
}

/** Returns the round of a loop; 0 below the MCP Server Trigger, where n8n gives no run index. */
function runIndexOf(functions: IExecuteFunctions): number {
	try {
		return functions.getWorkflowDataProxy(0).$runIndex as number;
	} catch {
		return 0;
	}
}
