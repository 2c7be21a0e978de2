import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { testNodeType } from '../../engine/nodeTypes.mts';
import { callingAgent, requestingAgent } from '../engines/agents.mts';
import type { Combination } from './factors.mts';
import { roundsOf } from './items.mts';

const main = NodeConnectionTypes.Main;
export function nodesAround(combination: Combination): Record<string, INodeType> {
	const { retryButton, nodeBehind, loop } = combination;
	const isRetriedTwice = retryButton === 'twice' || retryButton === 'ofTheRetry';
	let failuresLeft = nodeBehind === 'works' ? 0 : isRetriedTwice ? 2 : 1;
	const failAtFirst = () => {
		failuresLeft -= 1;
		if (failuresLeft >= 0) throw new Error('The node behind does not work yet');
	};
	const agentThatFails = (agent: INodeType): INodeType => ({
		...agent,
		async execute(this: IExecuteFunctions, response) {
			const result = await agent.execute?.call(this, response);
			if (Array.isArray(result)) failAtFirst();
			return result ?? [];
		},
	});

	return {
		'test.before': testNodeType([main], (functions) => [itemsOf(combination, functions)]),
		'test.rounds': testNodeType([main, main], (functions) => nextRound(loop, functions)),
		'test.once': testNodeType([main], (functions) => {
			return [runIndexOf(functions) === 0 ? functions.getInputData() : []];
		}),
		'test.behind': testNodeType([main], (functions) => {
			failAtFirst();
			return [functions.getInputData()];
		}),
		'test.executeWorkflow': testNodeType([main], async (functions) => {
			const called = await functions.executeWorkflow({ id: 'called' }, functions.getInputData());
			return called.data.map((items) => items ?? []);
		}),
		'test.agent': agentThatFails(callingAgent),
		'test.requestingAgent': agentThatFails(requestingAgent),
	};
}

/** Makes the output of “Before”. Unpaired output has one item fewer: n8n pairs lists of equal length itself. */
function itemsOf(
	{ input, pairing }: Combination,
	functions: IExecuteFunctions,
): INodeExecutionData[] {
	const file = { data: { data: 'VGV4dA==', mimeType: 'text/plain' } };
	const items = functions.getInputData();
	const taken = pairing === 'unpaired' ? items.slice(0, -1) : items;
	return taken.map(({ json }, item) => ({
		json,
		...(input === 'binary' && { binary: file }),
		...(pairing === 'paired' && { pairedItem: { item } }),
	}));
}

/** Keeps the rounds where Loop Over Items does: in the node's context, which n8n stores with the execution. */
function nextRound(
	loop: Combination['loop'],
	functions: IExecuteFunctions,
): INodeExecutionData[][] {
	const context = functions.getContext('node');
	if (runIndexOf(functions) === 0) {
		context.rounds = roundsOf(loop, functions.getInputData());
	}
	const rounds = context.rounds as INodeExecutionData[][];
	const round = rounds.shift();
	return round ? [round, []] : [[], functions.getInputData()];
}

function runIndexOf(functions: IExecuteFunctions): number {
	return functions.getWorkflowDataProxy(0).$runIndex as number;
}
