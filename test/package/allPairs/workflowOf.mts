import type { IConnections, INode } from 'n8n-workflow';

import { testNode, to } from '../../engine/testNode.mts';
import type { EngineRun } from '../engines/n8nEngine.mts';
import { panelNodeOf, toolNodeOf, toolOf } from '../engines/panelNodes.mts';
import { type Combination, isTool } from './factors.mts';

export interface TestWorkflow {
	nodes: INode[];
	connections: IConnections;
}

const items = testNode('Items', 'test.items');

/** The node where a combination has it: in the main flow or a loop, or as the tool of an agent. */
export function workflowOf(combination: Combination, run: EngineRun): TestWorkflow {
	return isTool(combination) ? agentWorkflow(combination, run) : nodeWorkflow(combination, run);
}

/** One that calls the workflow, by Execute Workflow. */
export function callingWorkflow(): TestWorkflow {
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
