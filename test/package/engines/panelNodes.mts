import type { IConnections, INode } from 'n8n-workflow';

import { testNode } from '../../engine/testNode.mts';
import { TOOL_NAME } from './agents.mts';
import type { EngineRun } from './n8nEngine.mts';

export const PANEL_TYPE = 'n8n-nodes-backlink-panel.backlinkPanel';
export const TOOL_TYPE = 'n8n-nodes-backlink-panel.backlinkPanelTool';
export const TRIGGER_TYPE = 'n8n-nodes-backlink-panel.backlinkPanelTrigger';

/** The node in the main flow. */
export function panelNodeOf(run: EngineRun): INode {
	return nodeOf('Backlink Panel', PANEL_TYPE, run);
}

/** The node as a tool. */
export function toolNodeOf(run: EngineRun): INode {
	return nodeOf(TOOL_NAME, TOOL_TYPE, run);
}

export function triggerNodeOf(run: EngineRun): INode {
	return nodeOf('Trigger', TRIGGER_TYPE, run);
}

/** How the tool is connected to a node. */
export function toolOf(node: INode): IConnections {
	return { [TOOL_NAME]: { ai_tool: [[{ node: node.name, type: 'ai_tool', index: 0 }]] } };
}

function nodeOf(name: string, type: string, { parameters, settings }: EngineRun): INode {
	const credentials = { backlinkPanelApi: { id: '1', name: 'Sandbox' } };
	return testNode(name, type, { parameters, credentials, ...settings });
}
