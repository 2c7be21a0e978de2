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

// Time limit in ms of the first run, which installs the versions.
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

test('the package uses five names of n8n-workflow', () => {
	expect(usedNames).toEqual([
		'NodeApiError',
		'NodeConnectionTypes',
		'NodeOperationError',
		'deepCopy',
		'sleep',
	]);
});

// Safe cast: the table has these keys.
const versions = Object.keys(workflowVersions) as OlderN8n[];

describe.each(versions)('with the n8n-workflow of n8n %s', (n8n) => {
	let workflow: typeof Workflow;
	/** Loads a compiled file of the package; callers cast the result to the type of the source file. */
	let load: (file: string) => unknown;

	beforeAll(async () => {
		const place = join(folder.path, n8n);
		mkdirSync(place);
		const installed = await installBeside(workflowPackages[n8n], place);
		load = createRequire(join(installed, 'dist', 'package.js'));
		// Unchecked cast: the types are of a newer version; the tests below check the names that are used.
		workflow = load('n8n-workflow') as typeof Workflow;
	});

	test('n8n-workflow has the version of the table', () => {
		expect(load('n8n-workflow/package.json')).toMatchObject({ version: workflowVersions[n8n] });
	});

	test('n8n-workflow has every name that the package uses', () => {
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
