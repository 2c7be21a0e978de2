import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { installCommunityPackage } from '../../../real-n8n/communityPackage.mts';
import { N8nClient, type StoredCredential } from '../../../real-n8n/n8nClient.mts';
import { startN8nInQueueMode } from '../../../real-n8n/n8nInQueueMode.mts';
import { n8nInstallation } from '../../../real-n8n/n8nInstallation.mts';
import type { N8nProcess } from '../../../real-n8n/n8nProcess.mts';
import type { N8nVersion } from '../../../real-n8n/n8nVersions.mts';
import { temporaryFolder } from '../../../real-n8n/temporaryFolder.mts';
import { type Sandbox, type SettingsChange, startSandbox } from '../../../sandbox/sandbox.mts';
import { type SandboxClient, sandboxClient } from '../../sandbox/sandboxClient.mts';
import { OWNER } from '../panelInN8n.mts';
import { packedPackage } from '../packedPackage.mts';

/** Limit of executions in a worker: eight executions at once keep two workers busy. */
const EXECUTIONS_PER_WORKER = 4;

/**
 * Times in ms with which n8n notices a dead worker within half a minute; by default, after one to two minutes.
 * With shorter times, n8n would take a worker on a busy machine for dead.
 */
const quickToNoticeDeath = {
	QUEUE_WORKER_LOCK_DURATION: '12000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '8000',
};

/** Starts no task runners (processes for Code nodes), because these workflows have no Code node. */
const withoutTaskRunners = { N8N_RUNNERS_MODE: 'external', N8N_RUNNERS_AUTH_TOKEN: 'none' };

/** Real n8n in queue mode, with the packed node in its main process and its workers; and the sandbox. */
export interface QueueMode {
	sandbox: Sandbox;
	panel: SandboxClient;
	client: N8nClient;
	url: string;
	workers: Worker[];
	/**
	 * Resets the sandbox, and makes a credential with a new API key, because the rate limiter of a worker
	 * remembers earlier keys.
	 */
	freshCredential(settings: SettingsChange, requestsPerMinute: number): Promise<StoredCredential>;
	stop(): Promise<void>;
}

export interface Worker {
	name: string;
	executionIds(): Promise<string[]>;
	kill(): Promise<void>;
}

/**
 * Starts Redis, PostgreSQL, n8n's main process and two workers, in about half a minute.
 * @param version version of n8n, which is installed if it is missing
 * @param logFolder folder for the logs; default: a folder that `stop` removes
 */
export async function startQueueMode(version: N8nVersion, logFolder?: string): Promise<QueueMode> {
	const folder = await temporaryFolder('backlink-panel-queue-mode');
	const logs = logFolder ?? folder.path;
	const installation = await n8nInstallation(version, console.log);
	const packed = await packedPackage(logs);
	const sandbox = await startSandbox();
	const panel = sandboxClient(sandbox.url);
	const n8n = await startN8nInQueueMode({
		installation,
		folder: folder.path,
		logFolder: logs,
		prepare: async (userFolder) => {
			await installCommunityPackage(packed, userFolder, join(logs, 'install.log'));
		},
		workerCount: 2,
		executionsPerWorker: EXECUTIONS_PER_WORKER,
		environment: { ...quickToNoticeDeath, ...withoutTaskRunners },
	});
	const client = new N8nClient(n8n.main.url);
	await client.signIn(OWNER);

	let keys = 0;
	return {
		sandbox,
		panel,
		client,
		url: n8n.main.url,
		workers: n8n.workers.map(workerOf),
		async freshCredential(settings, requestsPerMinute) {
			keys += 1;
			const apiKey = `demo_live_queue_mode_${keys}`;
			await panel.reset({ ...settings, apiKeys: [apiKey] });
			return await client.createCredential({
				name: `Key ${keys}`,
				type: 'backlinkPanelApi',
				data: { baseUrl: sandbox.url, apiKey, requestsPerMinute },
			});
		},
		async stop() {
			await n8n.stop();
			await sandbox.close();
			await folder.remove();
		},
	};
}

export async function executionCounts({ workers }: QueueMode): Promise<number[]> {
	return await Promise.all(workers.map(async (worker) => (await worker.executionIds()).length));
}

export async function sharesSince(queue: QueueMode, before: number[]): Promise<number[]> {
	const after = await executionCounts(queue);
	return after.map((count, index) => count - (before[index] ?? 0));
}

function workerOf({ logFile, processId, ended }: N8nProcess, index: number): Worker {
	return {
		name: `worker ${index + 1}`,
		async executionIds() {
			const log = await readFile(logFile, 'utf8');
			return [...log.matchAll(/Worker started execution (\d+)/g)].flatMap(([, id]) => id ?? []);
		},
		async kill() {
			process.kill(processId, 'SIGKILL');
			await ended;
		},
	};
}
