import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type * as Core from 'n8n-core';
import type * as SshClients from 'n8n-core/dist/execution-engine/ssh-clients-manager';
import type { IDataDeduplicator } from 'n8n-workflow';
import type * as Workflow from 'n8n-workflow';

import type * as Credential from '../../../credentials/BacklinkPanelApi.credentials.ts';
import type * as Node from '../../../nodes/BacklinkPanel/BacklinkPanel.node.ts';
import type * as Trigger from '../../../nodes/BacklinkPanel/BacklinkPanelTrigger.node.ts';
import type * as SystemClock from '../../../nodes/BacklinkPanel/api/systemClock.ts';
import { cachedInstallation } from '../../../real-n8n/cachedInstallation.mts';
import { installBeside } from '../olderN8n.mts';

/** Versions of the engine's packages, by the version of n8n that pins them. */
export const engineVersions = {
	/** Oldest version that loads the node. */
	'1.85.3': { core: '1.84.0', workflow: '1.83.0' },
	/** Version whose tools have no `addExecutionHints`. */
	'1.110.1': { core: '1.109.0', workflow: '1.107.0' },
	/** Last version of n8n 1. */
	'1.123.81': { core: '1.122.48', workflow: '1.120.31' },
	/** First version of n8n 2. */
	'2.0.0': { core: '2.0.0', workflow: '2.0.0' },
	/** Version in this checkout's `node_modules`. */
	'2.41.1': { core: '2.41.1', workflow: '2.41.0' },
} as const;

export type EngineVersion = keyof typeof engineVersions;

// Safe cast: the table has these keys.
export const engineNames = Object.keys(engineVersions) as EngineVersion[];

/** Time limit in ms of the first run, which installs the engines. */
export const INSTALLATION_MS = 600_000;

/** Loads the engine of an n8n, with the packed package. @param folder folder to install the package in */
export async function installedEngine(n8n: EngineVersion, folder: string): Promise<LoadedEngine> {
	const engineModules = await engineModulesOf(n8n);
	const place = join(folder, n8n);
	await mkdir(place);
	return loadedEngine(engineModules, await installBeside(`${engineModules}/n8n-workflow`, place));
}

/** Finds the newest engine in this checkout; installs the others into the user's cache, once. */
async function engineModulesOf(n8n: EngineVersion): Promise<string> {
	if (n8n === '2.41.1') return resolve('node_modules');
	const { core, workflow } = engineVersions[n8n];
	const folder = await cachedInstallation(
		{
			name: `n8n-core-${core}`,
			announcement: `installing the engine of n8n ${n8n} (once, half a minute)`,
			dependencies: { 'n8n-core': core, 'n8n-workflow': workflow },
		},
		() => {},
	);
	return join(folder, 'node_modules');
}

export interface LoadedEngine {
	core: typeof Core;
	workflow: typeof Workflow;
	panel: InstanceType<typeof Node.BacklinkPanel>;
	trigger: InstanceType<typeof Trigger.BacklinkPanelTrigger>;
	credentialType: InstanceType<typeof Credential.BacklinkPanelApi>;
	/** Clock of the package; tests replace its functions to shorten waits. */
	clock: typeof SystemClock.systemClock;
	/** Sets the engine's store for deduplication data, as n8n's server does; undefined = no store. */
	setDeduplicationStore(store: IDataDeduplicator | undefined): void;
	/** Stops a timer of the engine that would keep the process alive. */
	close(): void;
}

/**
 * @param engineModules folder `node_modules` that contains n8n-core
 * @param packageFolder folder of the installed package, beside the n8n-workflow of `engineModules`
 */
function loadedEngine(engineModules: string, packageFolder: string): LoadedEngine {
	const loadEngine = createRequire(join(engineModules, 'engine.js'));
	const loadPackage = createRequire(join(packageFolder, 'dist', 'package.js'));
	// Unchecked casts: the types are of the newest version; the tests show if they fit the others.
	const core = loadEngine('n8n-core') as typeof Core;
	const workflow = loadEngine('n8n-workflow') as typeof Workflow;
	const { BacklinkPanel } = loadPackage(
		'./nodes/BacklinkPanel/BacklinkPanel.node.js',
	) as typeof Node;
	const { BacklinkPanelTrigger } = loadPackage(
		'./nodes/BacklinkPanel/BacklinkPanelTrigger.node.js',
	) as typeof Trigger;
	const { BacklinkPanelApi } = loadPackage(
		'./credentials/BacklinkPanelApi.credentials.js',
	) as typeof Credential;
	const { systemClock } = loadPackage('./nodes/BacklinkPanel/api.js') as typeof SystemClock;
	// Avoids the isolated expression engine: its native module does not build on Node 20. Older n8ns have none.
	if ('setExpressionEngine' in workflow.Expression) {
		workflow.Expression.setExpressionEngine('legacy');
	}
	return {
		core,
		workflow,
		panel: new BacklinkPanel(),
		trigger: new BacklinkPanelTrigger(),
		credentialType: new BacklinkPanelApi(),
		clock: systemClock,
		setDeduplicationStore(store) {
			// Forgets the store before, because n8n refuses a second call of `init`.
			Object.assign(core.DataDeduplicationService, { instance: undefined });
			if (store) void core.DataDeduplicationService.init(store);
		},
		close() {
			// Some versions keep a timer for SSH connections, although there are none.
			const loadFromCore = createRequire(loadEngine.resolve('n8n-core'));
			const { Container } = loadFromCore('@n8n/di') as DependencyInjection;
			const { SSHClientsManager } = loadFromCore(
				'./execution-engine/ssh-clients-manager.js',
			) as typeof SshClients;
			Container.get(SSHClientsManager).onShutdown();
		},
	};
}

/** Part of `@n8n/di` that is used here; this project has no types of the package. */
interface DependencyInjection {
	Container: { get<Service>(type: abstract new (...args: never[]) => Service): Service };
}
