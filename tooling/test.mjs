/**
 * `npm test`: runs lint and types beside the fast tests, because a linter uses only one core. All
 * commands run to the end, even after a failure, and show their output when they end. Plain JavaScript,
 * because it installs the dependencies that TypeScript needs.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

await import('./installDependencies.mjs');

/** Lanes run at the same time; the commands of a lane run one after another. */
const lanes = [['npm run lint', 'npm run types'], ['jest --config jest.grouped.config.cjs']];

console.log(
	'Lint and types run beside the tests. Each is shown when it ends, in one to three minutes …',
);
const results = await Promise.all(lanes.map(runLane));
const failed = results.flat().filter(({ status }) => status !== 0);
for (const { command } of failed) console.error(`${command} has failed: see above.`);
if (failed.length > 0) process.exitCode = 1;

async function runLane(commands) {
	const results = [];
	for (const command of commands) results.push(await run(command));
	return results;
}

/** npm has put the folder of the tools into the PATH. */
async function run(command) {
	const started = performance.now();
	const output = [];
	const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(part));
	const [status] = await once(child, 'close');
	const seconds = Math.round((performance.now() - started) / 1_000);
	console.log(`\n== ${command}, ${seconds} s ==\n${Buffer.concat(output)}`);
	return { command, status };
}
