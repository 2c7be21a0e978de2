import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Core from 'n8n-core';
import type * as SshClients from 'n8n-core/dist/execution-engine/ssh-clients-manager';
import type { IDataDeduplicator } from 'n8n-workflow';
import type * as Workflow from 'n8n-workflow';

import type * as Credential from '../../../credentials/BacklinkPanelApi.credentials.ts';
import type * as Node from '../../../nodes/BacklinkPanel/BacklinkPanel.node.ts';
import type * as Trigger from '../../../nodes/BacklinkPanel/BacklinkPanelTrigger.node.ts';
import type * as SystemClock from '../../../nodes/BacklinkPanel/api/systemClock.ts';

/** The modules of an n8n's engine, and the packed package on them. */
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
export function loadedEngine(engineModules: string, packageFolder: string): LoadedEngine {
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
