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

/** The engines that the packed package is run in, by the version of n8n that pins these packages. */
export const engineVersions = {
	/** The oldest that loads the node. */
	'1.85.3': { core: '1.84.0', workflow: '1.83.0' },
	/** One of those whose tools have no `addExecutionHints`. */
	'1.110.1': { core: '1.109.0', workflow: '1.107.0' },
	/** The last n8n 1. */
	'1.123.81': { core: '1.122.48', workflow: '1.120.31' },
	/** The first n8n 2. */
	'2.0.0': { core: '2.0.0', workflow: '2.0.0' },
	/** The one of this checkout. */
	'2.41.1': { core: '2.41.1', workflow: '2.41.0' },
} as const;

export type EngineVersion = keyof typeof engineVersions;

// The keys are those of the table.
export const engineNames = Object.keys(engineVersions) as EngineVersion[];

/** So long, in ms, it may take to install the engines, the first time. */
export const INSTALLATION_MS = 600_000;

/**
 * The engine of a version of n8n with the packed package on it.
 *
 * @param folder takes the package
 */
export async function installedEngine(n8n: EngineVersion, folder: string): Promise<LoadedEngine> {
	const engineModules = await engineModulesOf(n8n);
	const place = join(folder, n8n);
	await mkdir(place);
	return loadedEngine(engineModules, await installBeside(`${engineModules}/n8n-workflow`, place));
}

/** The newest one is in this checkout, the others are installed into the user's cache once. */
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
	/** Gives the package the time; a test may make it go by faster. */
	clock: typeof SystemClock.systemClock;
	/** Gives it the place for deduplication data, as n8n's server does; undefined = it has none. */
	setDeduplicationStore(store: IDataDeduplicator | undefined): void;
	/** Lets the process end. */
	close(): void;
}

/**
 * @param engineModules the `node_modules` that n8n-core is in
 * @param packageFolder where the package is installed, beside the n8n-workflow of `engineModules`
 */
function loadedEngine(engineModules: string, packageFolder: string): LoadedEngine {
	const loadEngine = createRequire(join(engineModules, 'engine.js'));
	const loadPackage = createRequire(join(packageFolder, 'dist', 'package.js'));
	// The types are those of the newest version; the tests tell whether they hold.
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
	// The isolated one needs a native module that does not build on Node 20. Older versions have no choice.
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
			// n8n does it once, and refuses it a second time.
			Object.assign(core.DataDeduplicationService, { instance: undefined });
			if (store) void core.DataDeduplicationService.init(store);
		},
		close() {
			// Some versions keep a timer for SSH connections that nobody has.
			const loadFromCore = createRequire(loadEngine.resolve('n8n-core'));
			const { Container } = loadFromCore('@n8n/di') as DependencyInjection;
			const { SSHClientsManager } = loadFromCore(
				'./execution-engine/ssh-clients-manager.js',
			) as typeof SshClients;
			Container.get(SSHClientsManager).onShutdown();
		},
	};
}

/** n8n's, which has no types of its own here. */
interface DependencyInjection {
	Container: { get<Service>(type: abstract new (...args: never[]) => Service): Service };
}
