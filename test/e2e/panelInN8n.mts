import { join } from 'node:path';

import type { IConnections, IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { installCommunityPackage } from '../../real-n8n/communityPackage.mts';
import {
	N8nClient,
	type StoredCredential,
	type StoredWorkflow,
} from '../../real-n8n/n8nClient.mts';
import { n8nInstallation } from '../../real-n8n/n8nInstallation.mts';
import type { N8nVersion } from '../../real-n8n/n8nVersions.mts';
import { type N8nProcess, startN8n } from '../../real-n8n/n8nProcess.mts';
import { temporaryFolder } from '../../real-n8n/temporaryFolder.mts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.mts';
import { type SandboxClient, sandboxClient } from '../sandbox/sandboxClient.mts';
import { packedPackage } from './packedPackage.mts';

const OWNER = {
	email: 'owner@example.com',
	firstName: 'Test',
	lastName: 'Owner',
	password: 'Sandbox-Test-1',
};

/** A log in which a key could hide, and in which each line has its level. */
const talkative = { N8N_LOG_LEVEL: 'debug', N8N_LOG_FORMAT: 'json' };

/** A real n8n with the packed node, the sandbox, and a credential between them. */
export interface PanelInN8n {
	sandbox: Sandbox;
	panel: SandboxClient;
	client: N8nClient;
	credential: StoredCredential;
	n8n(): N8nProcess;
	/** Ends n8n at once, as a crash does, and starts it again with the same data. */
	crashAndRestart(): Promise<void>;
	stop(): Promise<void>;
}

/**
 * @param version of n8n; it is installed first if it is not there yet
 * @param logFolder takes the logs; unless given they go when it stops
 */
export async function startPanelInN8n(
	version: N8nVersion,
	logFolder?: string,
): Promise<PanelInN8n> {
	const folder = await temporaryFolder('backlink-panel-e2e');
	const logs = logFolder ?? folder.path;
	const installation = await n8nInstallation(version, console.log);
	const packed = await packedPackage(logs);
	await installCommunityPackage(packed, folder.path, join(logs, 'install.log'));
	const sandbox = await startSandbox({ rateLimit: { window: 'unlimited' } });

	const settings = {
		installation,
		userFolder: folder.path,
		logFile: join(logs, 'n8n.log'),
		environment: talkative,
	};
	let running = await startN8n(settings);
	const client = new N8nClient(running.url);
	await client.signIn(OWNER);
	const credential = await client.createCredential({
		name: 'Sandbox',
		type: 'backlinkPanelApi',
		data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey, requestsPerMinute: 100_000 },
	});
	return {
		sandbox,
		panel: sandboxClient(sandbox.url),
		client,
		credential,
		n8n: () => running,
		async crashAndRestart() {
			const port = Number(new URL(running.url).port);
			process.kill(running.processId, 'SIGKILL');
			await running.ended;
			running = await startN8n({ ...settings, port });
			await client.signIn(OWNER);
		},
		async stop() {
			await running.stop();
			await sandbox.close();
			await folder.remove();
		},
	};
}

export const NODE_NAME = 'Backlink Panel';
export const TRIGGER_NAME = 'Start';

/** A workflow that gives the node some items and takes its two outputs. */
export async function panelWorkflow(
	{ client, credential }: PanelInN8n,
	items: IDataObject[],
	parameters: INodeParameters,
	settings: Partial<INode> = {},
): Promise<StoredWorkflow> {
	let column = 0;
	const node = (name: string, type: string, more: Partial<INode>): INode => ({
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [220 * column++, 0],
		parameters: {},
		...more,
	});
	const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
	const connections: IConnections = {
		[TRIGGER_NAME]: { main: [to('Items')] },
		Items: { main: [to('Split')] },
		Split: { main: [to(NODE_NAME)] },
		[NODE_NAME]: { main: [to('Done'), to('Failed')] },
	};
	return await client.createWorkflow({
		name: 'End to end',
		nodes: [
			node(TRIGGER_NAME, 'n8n-nodes-base.manualTrigger', {}),
			node('Items', 'n8n-nodes-base.set', {
				typeVersion: 3.4,
				parameters: { mode: 'raw', jsonOutput: JSON.stringify({ items }), options: {} },
			}),
			node('Split', 'n8n-nodes-base.splitOut', {
				parameters: { fieldToSplitOut: 'items', options: {} },
			}),
			node(NODE_NAME, 'n8n-nodes-backlink-panel.backlinkPanel', {
				parameters,
				credentials: { backlinkPanelApi: { id: credential.id, name: credential.name } },
				...settings,
			}),
			node('Done', 'n8n-nodes-base.noOp', {}),
			node('Failed', 'n8n-nodes-base.noOp', {}),
		],
		connections,
		settings: { executionOrder: 'v1' },
	});
}
