import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { engineEnvironment } from '../installed.mts';
import { type Measurement, rounded } from '../report.mts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../engine/orderStore.mts', import.meta.url));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** Time of a statement in n8n's database. */
const STATEMENT_MS = 5;

interface Figures {
	newSeconds: number;
	knownSeconds: number;
	oneSeconds: number;
	markSeconds: number;
}

/** The cost of remembering orders. */
export const orderStore: Measurement = {
	title: 'Idempotency keys, and the mark of a run',
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
		// Our own script prints this JSON as its last line.
		const figures = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Figures;
		const { newSeconds, knownSeconds, oneSeconds, markSeconds } = figures;
		const row = (name: string, count: number, seconds: number) => [
			name,
			rounded(seconds),
			rounded((1_000 * seconds) / count),
		];
		return {
			head: ['Remembered', 'Seconds', 'Milliseconds each'],
			rows: [
				row(`${newKeys.toLocaleString('en')} new keys`, newKeys, newSeconds),
				row(`${knownKeys.toLocaleString('en')} known keys`, knownKeys, knownSeconds),
				row('a new key alone', 1, oneSeconds),
				row('the mark of a run', 1, markSeconds),
			],
			words:
				`By n8n's own deduplication helper, on a table of which each statement takes ${STATEMENT_MS} ms, without ` +
				'the orders. New keys wait twice for half a second, until no call of another node can undo ' +
				'them. A run without keys leaves one mark before its first order.',
		};
	},
};
