/**
 * Runs the packed node in real n8ns against the sandbox: `npm run test:e2e`. Exits with 1 if a scenario
 * fails. The logs then stay, and the last line names their folder.
 */
import { join } from 'node:path';

import { atProcessEnd } from '../../real-n8n/atProcessEnd.mts';
import { temporaryFolder } from '../../real-n8n/temporaryFolder.mts';
import { namesWith } from '../../tooling/commandLine.mts';
import { suites } from './suites.mts';

const SUITES_AT_A_TIME = 2;

export async function run({ only }: { only?: string[] }): Promise<never> {
	const names = namesWith(
		only,
		suites.map(({ name }) => name),
	);
	const logs = await temporaryFolder('backlink-panel-e2e-logs');
	logs.keep();
	// Registers this action first, so that its line is printed last: the latest action runs first.
	const withoutLogs = atProcessEnd(() => console.error(`\nThe logs are in ${logs.path}`));

	const nameLength = Math.max(...names.map(({ length }) => length));
	const waiting = suites.filter(({ name }) => names.includes(name));
	const passed: boolean[] = [];
	async function runWaiting(): Promise<void> {
		for (let suite = waiting.shift(); suite !== undefined; suite = waiting.shift()) {
			const prefix = suite.name.padEnd(nameLength);
			const logFolder = join(logs.path, suite.name.replaceAll(' ', '-'));
			passed.push(await suite.run(logFolder, (text) => console.log(`${prefix}  ${text}`)));
		}
	}
	await Promise.all(Array.from({ length: SUITES_AT_A_TIME }, runWaiting));
	if (!passed.every(Boolean)) process.exit(1);
	withoutLogs();
	await logs.remove();
	process.exit(0);
}
