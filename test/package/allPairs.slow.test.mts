// Comes first, because it sets the environment that n8n-core reads when it is loaded.
import '../engine/coreEnvironment.mts';

import { temporaryFolder, type TemporaryFolder } from '../../real-n8n/temporaryFolder.mts';
import { type Fault, startSandbox } from '../../sandbox/sandbox.mts';
import { deduplicationStore } from '../engine/deduplicationStore.mts';
import { casePanel } from '../engine/neverTwice/CasePanel.mts';
import { faults } from '../engine/neverTwice/faults.mts';
import { quickSleep } from '../engine/quickOrderStore.mts';
import { sandboxClient } from '../sandbox/sandboxClient.mts';
import { combinationsFor, nameOf, uncoveredPairs } from './allPairs/combinations.mts';
import type { Combination } from './allPairs/factors.mts';
import { namesHit } from './allPairs/items.mts';
import { mistakesIn } from './allPairs/mistakesIn.mts';
import { runCombination } from './allPairs/runCombination.mts';
import {
	engineNames,
	type EngineVersion,
	INSTALLATION_MS,
	installedEngine,
} from './engines/installedEngines.mts';
import { N8nEngine } from './engines/n8nEngine.mts';

/** Number of combinations that run at once, because a 429 makes a combination wait. Each has its own sandbox. */
const AT_ONCE = 8;

/** Number of sets with all pairs. Many mistakes need three values, and each set joins a pair with other values. */
const SETS = 3;

const figures: Record<string, number> = {};
let folder: TemporaryFolder;
beforeAll(async () => {
	folder = await temporaryFolder('n8n-all-pairs');
});
afterAll(async () => {
	console.info(
		Object.entries(figures)
			.map(([what, count]) => `${what}: ${count}`)
			.join(', '),
	);
	await folder.remove();
});

async function mistakesOfAll(
	engine: N8nEngine,
	combinations: Combination[],
): Promise<Map<Combination, string[]>> {
	const mistakes = new Map<Combination, string[]>();
	const next = combinations.values();
	const work = async () => {
		const sandbox = await startSandbox();
		const client = sandboxClient(sandbox.url);
		for (const combination of next) {
			const panel = await casePanel(sandbox, figures);
			await client.change({ balance: 100_000 });
			const fault: Fault | undefined = faults[combination.fault];
			for (const bodyContains of namesHit(combination)) {
				if (fault) await client.addFault({ ...fault, bodyContains });
			}
			try {
				const executions = await runCombination(engine, combination, panel);
				mistakes.set(combination, mistakesIn(combination, executions, await client.books()));
			} catch (error) {
				mistakes.set(combination, [String(error)]);
			}
		}
		await sandbox.close();
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	return mistakes;
}

describe.each(engineNames)('in the engine of n8n %s', (n8n: EngineVersion) => {
	const sets = Array.from({ length: SETS }, (_, set) =>
		combinationsFor(n8n, engineNames.indexOf(n8n) + set * engineNames.length),
	);
	const combinations = sets.flat();
	let mistakes: Map<Combination, string[]>;

	beforeAll(async () => {
		const loaded = await installedEngine(n8n, folder.path);
		loaded.setDeduplicationStore(deduplicationStore);
		// Keeps the real clocks, with which the order store distinguishes a slow database from a busy machine.
		Object.assign(loaded.clock, { sleep: quickSleep });
		mistakes = await mistakesOfAll(new N8nEngine(loaded), combinations);
		loaded.close();
		figures[`combinations in n8n ${n8n}`] = combinations.length;
	}, INSTALLATION_MS);

	test.each(sets)('each possible pair of values occurs', (...set) => {
		expect(uncoveredPairs(set, n8n)).toEqual([]);
	});

	test.each(combinations.map((combination) => [nameOf(combination), combination] as const))(
		'%s',
		(_, combination) => {
			expect(mistakes.get(combination)).toEqual([]);
		},
	);
});
