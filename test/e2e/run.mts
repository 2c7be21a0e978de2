/**
 * `npm run test:e2e`: the packed node in real n8ns, against the sandbox. One line a scenario; the exit
 * code says whether all went well. `-- --only "n8n 1"` runs the suites that have this in their name.
 * A run that does not pass leaves its logs and says where.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { atProcessEnd } from '../../real-n8n/atProcessEnd.mts';
import { temporaryFolder } from '../../real-n8n/temporaryFolder.mts';
import { suites } from './suites.mts';

const SUITES_AT_A_TIME = 2;

const { only } = parseArgs({ options: { only: { type: 'string', default: '' } } }).values;
const chosen = suites.filter(({ name }) => name.includes(only));
if (chosen.length === 0) {
	console.error(`The suites are: ${suites.map(({ name }) => name).join(', ')}`);
	process.exit(1);
}

const logs = await temporaryFolder('backlink-panel-e2e-logs');
logs.keep();
// Registered before anything is started, so that its line is the last one.
const withoutLogs = atProcessEnd(() => console.error(`\nThe logs are in ${logs.path}`));

const nameLength = Math.max(...chosen.map(({ name }) => name.length));
const waiting = [...chosen];
const passed: boolean[] = [];
await Promise.all(Array.from({ length: SUITES_AT_A_TIME }, runWaiting));
if (!passed.every(Boolean)) process.exit(1);
withoutLogs();
await logs.remove();
process.exit(0);

async function runWaiting(): Promise<void> {
	for (let suite = waiting.shift(); suite !== undefined; suite = waiting.shift()) {
		const prefix = suite.name.padEnd(nameLength);
		const logFolder = join(logs.path, suite.name.replaceAll(' ', '-'));
		passed.push(await suite.run(logFolder, (text) => console.log(`${prefix}  ${text}`)));
	}
}
