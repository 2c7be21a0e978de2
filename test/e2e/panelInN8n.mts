import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { installCommunityPackage } from '../../real-n8n/communityPackage.mts';
import {
	N8nClient,
	type StoredCredential,
	type StoredWorkflow,
} from '../../real-n8n/n8nClient.mts';
import { type N8nInstallation, n8nInstallation } from '../../real-n8n/n8nInstallation.mts';
import type { N8nVersion } from '../../real-n8n/n8nVersions.mts';
import { type N8nProcess, startN8n } from '../../real-n8n/n8nProcess.mts';
import { temporaryFolder } from '../../real-n8n/temporaryFolder.mts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.mts';
import { type SandboxClient, sandboxClient } from '../sandbox/sandboxClient.mts';
import { testNode } from '../engine/testNode.mts';
import { packedPackage } from './packedPackage.mts';
import { type AroundNode, workflowAroundNode } from './workflowAroundNode.mts';

export const OWNER = {
	email: 'owner@example.com',
	firstName: 'Test',
	lastName: 'Owner',
	password: 'Sandbox-Test-1',
};

/** Logs everything, because a scenario searches the log for the API key. A line of JSON names its level. */
const talkative = { N8N_LOG_LEVEL: 'debug', N8N_LOG_FORMAT: 'json' };

/** Real n8n with the packed node, and the sandbox that its credential points to. */
export interface PanelInN8n {
	sandbox: Sandbox;
	panel: SandboxClient;
	client: N8nClient;
	credential: StoredCredential;
	installation: N8nInstallation;
	n8n(): N8nProcess;
	/** Ends n8n with a signal, and restarts it with the same data. @returns a description of its end, for people */
	endAndRestart(signal: 'SIGKILL' | 'SIGTERM'): Promise<string>;
	stop(): Promise<void>;
}

/**
 * @param version version of n8n, which is installed if it is missing
 * @param logFolder folder for the logs; default: a folder that `stop` removes
 * @param environment variables to add to the environment of n8n
 */
export async function startPanelInN8n(
	version: N8nVersion,
	logFolder?: string,
	environment: Record<string, string> = {},
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
		environment: { ...talkative, ...environment },
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
		installation,
		n8n: () => running,
		async endAndRestart(signal) {
			const port = Number(new URL(running.url).port);
			process.kill(running.processId, signal);
			const end = await running.ended;
			running = await startN8n({ ...settings, port });
			await client.signIn(OWNER);
			return end;
		},
		async stop() {
			await running.stop();
			await sandbox.close();
			await folder.remove();
		},
	};
}

/** Makes a credential with another API key, because the rate limiter remembers each key until n8n ends. */
export async function credentialWithOwnKey(
	{ client, credential, panel, sandbox }: PanelInN8n,
	apiKey: string,
	requestsPerMinute: number,
): Promise<StoredCredential> {
	await panel.change({ apiKeys: [sandbox.apiKey, apiKey] });
	const { name, type, data } = credential;
	return await client.createCredential({
		name,
		type,
		data: { ...data, apiKey, requestsPerMinute },
	});
}

export const TRIGGER_NAME = 'Start';

const ITEMS_NAME = 'Items';

/** Creates a workflow with a manual trigger, the items, the node, and a node behind each of its two outputs. */
export async function panelWorkflow(
	{ client, credential }: PanelInN8n,
	items: IDataObject[],
	parameters: INodeParameters,
	settings: Partial<INode> = {},
): Promise<StoredWorkflow> {
	const workflow = workflowAroundNode({
		name: 'End to end',
		...startedByHand(items),
		credential,
		settings: { parameters, ...settings },
	});
	return await client.createWorkflow(workflow);
}

/** Makes a manual trigger and a node with the items, for the beginning of a workflow. */
export function startedByHand(items: IDataObject[]): Pick<AroundNode, 'before' | 'itemsField'> {
	const trigger = testNode(TRIGGER_NAME, 'n8n-nodes-base.manualTrigger');
	const list = testNode(ITEMS_NAME, 'n8n-nodes-base.set', {
		typeVersion: 3.4,
		parameters: itemsForm(items),
	});
	return { before: [trigger, list], itemsField: 'items' };
}

export function withItems(workflow: StoredWorkflow, items: IDataObject[]): StoredWorkflow {
	const nodes = workflow.nodes.map((node) =>
		node.name === ITEMS_NAME ? { ...node, parameters: itemsForm(items) } : node,
	);
	return { ...workflow, nodes };
}

function itemsForm(items: IDataObject[]): INodeParameters {
	return { mode: 'raw', jsonOutput: JSON.stringify({ items }), options: {} };
}

export interface LogLine {
	/** Level of n8n's logger: 'error', 'warn', 'info' or 'debug'; 'unknown' for other lines, e.g. of Node.js. */
	level: string;
	/** Whole line, not only its message. */
	text: string;
}

export async function n8nLog(logFile: string): Promise<LogLine[]> {
	const lines = (await readFile(logFile, 'utf8')).split('\n');
	return lines.map((text) => ({ level: levelOf(text), text }));
}

function levelOf(line: string): string {
	return /^\{"level":"(?<level>error|warn|info|debug)"/.exec(line)?.groups?.level ?? 'unknown';
}
