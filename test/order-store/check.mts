/** `npm run check-order-store`: runs the order store in every order of its calls, and in long random runs. */
import { brokenAssumptions, everyForm, otherCases } from './configurations.mts';
import { everyInterleaving } from './everyInterleaving.mts';
import { orderStore, removeDuplicates } from './programs.mts';
import { randomRuns, type RandomRuns } from './randomRuns.mts';

/** True if each check prints an example of its violations. */
let tracesAreWanted = false;
let unexpected = 0;

export async function run({ traces = false }: { traces?: boolean }): Promise<void> {
	tracesAreWanted = traces;
	let states = 0;

	print('Every order of calls', ['states', 'ends', 'violations', 'paid, reads unknown']);
	for (const check of [...everyForm, ...otherCases, ...brokenAssumptions]) {
		const found = await everyInterleaving(check.configuration);
		states += found.states;
		expectViolations(check.isBroken === true, found.violations);
		print(check.name, [found.states, found.ends, found.violations, found.nuisances]);
		if (traces && found.example) print(`  ${found.example.join(' · ')}`);
	}
	print(`${states} states\n`);

	print('By chance: four processes, ten keys', [
		'runs',
		'steps',
		'orders',
		'crashes',
		'violations',
		'paid, reads unknown',
		'of these sent again',
	]);
	const others = [removeDuplicates(3, 10_000, true)];
	await byChance('one node', { nodes: 'XXXX', seed: 2 });
	await byChance('two nodes', { nodes: 'XXYY', seed: 3 });
	await byChance('three nodes and Remove Duplicates', { nodes: 'XYZ', others, seed: 4 });

	print(unexpected === 0 ? '\nAll as expected' : `\n${unexpected} not as expected`);
	if (unexpected > 0) process.exitCode = 1;
}

async function byChance(name: string, options: Partial<RandomRuns>): Promise<void> {
	const { nodes = 'XX', seed = 1, rounds = 2_000, ...more } = options;
	const found = await randomRuns({ store: orderStore, nodes, seed, rounds, ...more });
	expectViolations(false, found.violations);
	const { runs, steps, orders, crashes, violations, nuisances, resent } = found;
	print(name, [runs, steps, orders, crashes, violations, nuisances, resent]);
	if (tracesAreWanted && found.example) print(`  ${found.example}`);
}

function expectViolations(areExpected: boolean, violations: number): void {
	if (violations > 0 !== areExpected) unexpected += 1;
}

function print(name: string, cells: Array<string | number> = []): void {
	const columns = cells.map((cell) => String(cell).padStart(12));
	console.log(cells.length === 0 ? name : [name.padEnd(72), ...columns].join(' '));
}
