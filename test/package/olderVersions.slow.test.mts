import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Workflow from 'n8n-workflow';

import type * as Credential from '../../credentials/BacklinkPanelApi.credentials.ts';
import type * as Node from '../../nodes/BacklinkPanel/BacklinkPanel.node.ts';
import type * as Trigger from '../../nodes/BacklinkPanel/BacklinkPanelTrigger.node.ts';
import { temporaryFolder, type TemporaryFolder } from '../../real-n8n/temporaryFolder.mts';
import { moduleImports } from './moduleImports.mts';
import {
	installBeside,
	olderWorkflowPackages,
	type OlderN8n,
	workflowVersions,
} from './olderN8n.mts';
import { packedFiles, packedText } from './packedPackage.mts';

// The first time, they are installed.
const installationMs = 300_000;

const usedNames = [
	...new Set(
		packedFiles()
			.filter((file) => file.endsWith('.js'))
			.flatMap((file) => moduleImports(packedText(file)).names.get('n8n-workflow') ?? []),
	),
].sort();

let folder: TemporaryFolder;
let workflowPackages: Record<OlderN8n, string>;

beforeAll(async () => {
	folder = await temporaryFolder('n8n-older-versions');
	workflowPackages = await olderWorkflowPackages();
}, installationMs);
afterAll(async () => await folder.remove());

test('the names that the package uses of n8n-workflow', () => {
	expect(usedNames).toEqual([
		'NodeApiError',
		'NodeConnectionTypes',
		'NodeOperationError',
		'deepCopy',
		'sleep',
	]);
});

// The keys are those of the table.
const versions = Object.keys(workflowVersions) as OlderN8n[];

describe.each(versions)('with the n8n-workflow of n8n %s', (n8n) => {
	let workflow: typeof Workflow;
	/** Loads a compiled file of the package; what is in it, its source says. */
	let load: (file: string) => unknown;

	beforeAll(async () => {
		const place = join(folder.path, n8n);
		mkdirSync(place);
		const installed = await installBeside(workflowPackages[n8n], place);
		load = createRequire(join(installed, 'dist', 'package.js'));
		// The types are those of a newer version; what is asked here tells whether they hold.
		workflow = load('n8n-workflow') as typeof Workflow;
	});

	test('it is that version', () => {
		expect(load('n8n-workflow/package.json')).toMatchObject({ version: workflowVersions[n8n] });
	});

	test('everything that the package uses of it is there', () => {
		expect(usedNames.filter((name) => !(name in workflow))).toEqual([]);
	});

	test('new nodes and a new credential have their defaults', () => {
		const { BacklinkPanel } = load('./nodes/BacklinkPanel/BacklinkPanel.node.js') as typeof Node;
		const { description } = new BacklinkPanel();
		expect(description.outputs).toEqual(['main']);
		expect(defaultsOf(description)).toMatchObject({ resource: 'account', operation: 'getBalance' });

		const file = './nodes/BacklinkPanel/BacklinkPanelTrigger.node.js';
		const { BacklinkPanelTrigger } = load(file) as typeof Trigger;
		expect(defaultsOf(new BacklinkPanelTrigger().description)).toHaveProperty('event');

		const credentialFile = './credentials/BacklinkPanelApi.credentials.js';
		const { BacklinkPanelApi } = load(credentialFile) as typeof Credential;
		expect(new BacklinkPanelApi().properties.map((field) => field.default)).toEqual(['', '', 60]);
	});

	function defaultsOf(description: Workflow.INodeTypeDescription) {
		const { getNodeParameters } = workflow.NodeHelpers;
		const asNode = { typeVersion: 1 };
		return getNodeParameters(description.properties, {}, true, false, asNode, description);
	}
});
