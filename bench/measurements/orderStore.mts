import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { engineEnvironment } from '../engine/engineEnvironment.mts';
import { rounded } from '../figures.mts';
import type { Measurement } from '../measurement.mts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../engine/orderStore.mts', import.meta.url));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** Of n8n's database. */
const STATEMENT_MS = 5;

interface Figures {
	newSeconds: number;
	knownSeconds: number;
	oneNewSeconds: number;
	oneKnownSeconds: number;
}

/** What it costs to remember what was paid. */
export const orderStore: Measurement = {
	title: 'Idempotency keys',
	run: async ({ installed, isQuick }) => {
		const [newKeys, knownKeys] = isQuick ? [100, 200] : [1_000, 10_000];
		const settings = [
			installed.n8nModules,
			installed.packageFolder,
			STATEMENT_MS,
			newKeys,
			knownKeys,
		];
		const args = ['--import', tsx, script, ...settings.map(String)];
		const { stdout } = await run(installed.node, args, { env: engineEnvironment(installed) });
		// Our own script prints nothing else in its last line.
		const figures = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Figures;
		const { newSeconds, knownSeconds, oneNewSeconds, oneKnownSeconds } = figures;
		const row = (name: string, count: number, seconds: number) => [
			name,
			rounded(seconds),
			rounded((1_000 * seconds) / count),
		];
		return {
			method:
				"Keys are claimed and concluded 50 at once, by n8n's own deduplication helper, without the " +
				`orders. Behind it is a table in memory of which each statement takes ${STATEMENT_MS} ms.`,
			tables: [
				{
					head: ['Keys', 'Seconds', 'Milliseconds a key'],
					rows: [
						row(`${newKeys.toLocaleString('en')} new ones`, newKeys, newSeconds),
						row(`${knownKeys.toLocaleString('en')} known ones`, knownKeys, knownSeconds),
						row('a new one alone', 1, oneNewSeconds),
						row('a known one alone', 1, oneKnownSeconds),
					],
					words:
						'New keys wait twice for half a second, once before they are sent and once after: until ' +
						'no call of another node can undo what was recorded.',
				},
			],
		};
	},
};
