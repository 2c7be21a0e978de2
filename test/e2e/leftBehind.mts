import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { PanelInN8n } from './panelInN8n.mts';
import type { Scenarios } from './scenarios.mts';

/** What all the scenarios before have left behind. These come last in a suite. */
export async function leftBehindScenarios(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
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
