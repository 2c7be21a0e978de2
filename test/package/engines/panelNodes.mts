import type { IConnections, INode, INodeParameters } from 'n8n-workflow';

import { testNode } from '../../engine/testNode.mts';
import { TOOL_NAME } from './agents.mts';

export const PANEL_TYPE = 'n8n-nodes-backlink-panel.backlinkPanel';
export const TOOL_TYPE = 'n8n-nodes-backlink-panel.backlinkPanelTool';
export const TRIGGER_TYPE = 'n8n-nodes-backlink-panel.backlinkPanelTrigger';

export interface NodeSettings {
	parameters: INodeParameters;
	settings?: Partial<INode>;
}

export function panelNodeOf(own: NodeSettings): INode {
	return nodeOf('Backlink Panel', PANEL_TYPE, own);
}

export function toolNodeOf(own: NodeSettings): INode {
	return nodeOf(TOOL_NAME, TOOL_TYPE, own);
}

export function triggerNodeOf(own: NodeSettings): INode {
	return nodeOf('Trigger', TRIGGER_TYPE, own);
}

export function toolOf(node: INode): IConnections {
	return { [TOOL_NAME]: { ai_tool: [[{ node: node.name, type: 'ai_tool', index: 0 }]] } };
}

function nodeOf(name: string, type: string, { parameters, settings }: NodeSettings): INode {
	const credentials = { backlinkPanelApi: { id: '1', name: 'Sandbox' } };
	return testNode(name, type, { parameters, credentials, ...settings });
}
