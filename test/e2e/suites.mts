import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { N8nVersion } from '../../real-n8n/n8nVersions.mts';
import { aiAgentScenarios, repeatedCallsScenarios } from './aiAgent/aiAgentScenarios.mts';
import { editorScenarios } from './editor/editorScenarios.mts';
import { exampleScenarios } from './examples/index.mts';
import { loadScenarios } from './load.mts';
import { mcpServerScenarios } from './mcpServer/mcpServerScenarios.mts';
import { moneyScenarios } from './money.mts';
import { nodeScenarios } from './node.mts';
import { type PanelInN8n, startPanelInN8n } from './panelInN8n.mts';
import { startQueueMode } from './queueMode/queueMode.mts';
import { queueModeScenarios } from './queueMode/queueModeScenarios.mts';
import { repeatsScenarios } from './repeats.mts';
import { quickToShutDown, restartScenarios } from './restart.mts';
import type { Scenarios } from './scenarios.mts';
import { suite } from './suite.mts';
import { triggerScenarios } from './trigger.mts';

/** Groups of scenarios that run in every version of n8n. */
const everything = [
	loadScenarios,
	nodeScenarios,
	exampleScenarios,
	triggerScenarios,
	moneyScenarios,
	repeatsScenarios,
	repeatedCallsScenarios,
	mcpServerScenarios,
];

const n8n = (version: N8nVersion) => (logFolder: string) => startPanelInN8n(version, logFolder);

const restarted = (version: N8nVersion) =>
	suite(
		`restart, n8n ${version}`,
		async (logFolder) => await startPanelInN8n(version, logFolder, quickToShutDown),
		[restartScenarios],
	);

/** Suites of a run. The longest suites come first, because two suites run at a time. */
export const suites = [
	suite('n8n 2.41.1', n8n('2.41.1'), [...everything, leftBehindScenarios]),
	suite('n8n 1.123.81', n8n('1.123.81'), [...everything, leftBehindScenarios]),
	suite('agent, editor', n8n('2.41.1'), [aiAgentScenarios, editorScenarios, leftBehindScenarios]),
	suite('queue mode', async (logFolder) => await startQueueMode('2.41.1', logFolder), [
		queueModeScenarios,
	]),
	restarted('2.41.1'),
	restarted('1.123.81'),
];

/** Checks the files that earlier scenarios have left, so this group comes last in a suite. */
async function leftBehindScenarios(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	await scenarios.run('The API key is in nothing that n8n has logged or stored', async () => {
		const { logFile, userFolder } = n8n.n8n();
		const dataFolder = join(userFolder, '.n8n');
		const database = (await readdir(dataFolder)).filter((name) => /\.sqlite/.test(name));
		assert.notDeepEqual(database, []);
		for (const file of [logFile, ...database.map((name) => join(dataFolder, name))]) {
			const content = await readFile(file, 'latin1');
			assert.ok(!content.includes(n8n.sandbox.apiKey), `${file} has the key in it`);
		}
	});
}
