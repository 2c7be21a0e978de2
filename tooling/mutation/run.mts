/**
 * `npm run mutate`: breaks the code of the published rooms in small ways, one at a time, and looks whether
 * the fast tests notice. Prints what they did not notice, and each room's score beside its goal.
 */
import { Stryker } from '@stryker-mutator/core';

import { namesWith } from '../namesWith.mts';
import { type MutantResult, unknownSurvivors } from './knownSurvivors.mts';

/** The least score of each room, in percent of its mutants: more where credits are spent. */
const goals: Record<string, number> = {
	'nodes/BacklinkPanel/orders': 90,
	'nodes/BacklinkPanel/api': 90,
	'nodes/BacklinkPanel/batch': 80,
	'nodes/BacklinkPanel/errors': 80,
	'nodes/BacklinkPanel/operations': 80,
	'nodes/BacklinkPanel/parameters': 80,
	'nodes/BacklinkPanel/trigger': 80,
	credentials: 80,
};

interface Options {
	/** Rooms, by a part of their names. */
	only?: string[];
	/** Files, as globs, in place of whole rooms. */
	mutate?: string[];
	concurrency?: string;
}

export async function run({ only, mutate, concurrency = '2' }: Options): Promise<void> {
	const rooms = namesWith(only, Object.keys(goals));
	const results = await new Stryker({
		mutate: mutate ?? rooms.map((room) => `${room}/**/*.ts`),
		concurrency: Number(concurrency),
		testRunner: 'jest',
		jest: { configFile: 'tooling/mutation/jest.config.cjs' },
		coverageAnalysis: 'perTest',
		// What runs when a file is loaded would need all tests, each time in a new process: half a minute.
		ignoreStatic: true,
		reporters: ['clear-text', 'progress-append-only'],
		clearTextReporter: { allowColor: false, logTests: false, reportTests: false, skipFull: true },
		ignorePatterns: ['dist', 'coverage', 'docs', 'examples', 'bench', 'demo'],
		tempDirName: '.stryker-tmp',
		cleanTempDir: 'always',
	}).runMutationTest();

	const unknown = unknownSurvivors(results);
	if (unknown.length > 0) console.log(`\nNot in docs/mutants.md:\n${unknown.join('\n')}\n`);

	const scores = rooms
		.map((room) =>
			scoreOf(
				room,
				results.filter(({ fileName }) => isIn(room, fileName)),
			),
		)
		.filter(({ mutants }) => mutants > 0);
	console.table(scores);
	const isReached = unknown.length === 0 && scores.every(({ score, goal }) => score >= goal);
	if (!isReached) process.exitCode = 1;
}

function isIn(room: string, file: string): boolean {
	return file.includes(`${room}/`);
}

function scoreOf(room: string, results: MutantResult[]) {
	const count = (...statuses: string[]) =>
		results.filter(({ status }) => statuses.includes(status)).length;
	const noticed = count('Killed', 'Timeout');
	const missed = count('Survived', 'NoCoverage');
	const mutants = noticed + missed;
	const whenLoaded = count('Ignored');
	const score = Math.floor((1000 * noticed) / mutants) / 10;
	return { room, mutants, noticed, missed, whenLoaded, score, goal: goals[room] ?? 0 };
}
