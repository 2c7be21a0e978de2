import assert from 'node:assert/strict';

import type { ICredentialType, INodeTypeDescription } from 'n8n-workflow';

import { n8nLog, type PanelInN8n } from './panelInN8n.mts';
import type { Scenarios } from './scenarios.mts';

const PACKAGE = 'n8n-nodes-backlink-panel';

/** Checks the package as n8n has loaded it. Comes first in a suite, because the log then has only n8n's start. */
export async function loadScenarios(n8n: PanelInN8n, scenarios: Scenarios): Promise<void> {
	const { client } = n8n;

	await scenarios.run('n8n logs no warning or error about the package', async () => {
		const complaints = (await n8nLog(n8n.n8n().logFile))
			.filter(({ level }) => level !== 'info' && level !== 'debug')
			.filter(({ text }) => /backlink.?panel/i.test(text.replaceAll(n8n.n8n().userFolder, '')));
		assert.deepEqual(complaints, []);
	});

	let nodes: INodeTypeDescription[] = [];
	let credentials: ICredentialType[] = [];

	await scenarios.run('The editor offers node, tool, trigger and credential', async () => {
		nodes = (await client.nodeTypes()).filter(({ name }) => name.startsWith(`${PACKAGE}.`));
		credentials = (await client.credentialTypes()).filter(({ name }) => /^backlink/.test(name));
		assert.deepEqual(nodes.map(({ name, displayName }) => `${name}: ${displayName}`).sort(), [
			`${PACKAGE}.backlinkPanel: Backlink Panel`,
			`${PACKAGE}.backlinkPanelTool: Backlink Panel Tool`,
			`${PACKAGE}.backlinkPanelTrigger: Backlink Panel Trigger`,
		]);
		assert.deepEqual(
			credentials.map(({ name, displayName }) => `${name}: ${displayName}`),
			['backlinkPanelApi: Backlink Panel API'],
		);
	});

	await scenarios.run('All nodes and the credential have a light and a dark icon', async () => {
		assert.equal(nodes.length + credentials.length, 4);
		for (const { name, iconUrl } of [...nodes, ...credentials]) {
			assert.ok(typeof iconUrl === 'object', `${name} has no icon for each theme`);
			const light = await client.file(`/${iconUrl.light}`);
			const dark = await client.file(`/${iconUrl.dark}`);
			for (const { contentType, text } of [light, dark]) {
				assert.match(contentType, /^image\/svg\+xml/);
				assert.match(text, /<svg/);
			}
			assert.notEqual(light.text, dark.text);
		}
	});
}
