/**
 * `npm run mutate`: breaks the code of the published rooms in small ways, one at a time, and looks whether
 * the fast tests notice. Prints what they did not notice, and each room's score beside its goal.
 */
import { Stryker } from '@stryker-mutator/core';

import { namesWith } from '../namesWith.mts';
import { knownWithoutNeed, type MutantResult, unknownSurvivors } from './knownSurvivors.mts';

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
		plugins: ['./tooling/mutation/testRunner.mts'],
		testRunner: 'staying',
		testRunnerNodeArgs: ['--import', 'tsx'],
		checkerNodeArgs: ['--import', 'tsx'],
		coverageAnalysis: 'perTest',
		reporters: ['clear-text', 'progress-append-only'],
		clearTextReporter: {
			allowColor: false,
			reportMutants: false,
			reportTests: false,
			skipFull: true,
		},
		ignorePatterns: ['dist', 'coverage', 'docs', 'examples', 'bench', 'demo'],
		tempDirName: '.stryker-tmp',
		cleanTempDir: 'always',
	}).runMutationTest();

	const unknown = unknownSurvivors(results);
	const needless = knownWithoutNeed(results);
	print('Not in docs/mutants.md', unknown);
	print('In docs/mutants.md, but noticed or gone', needless);

	const scores = rooms
		.map((room) => {
			const inRoom = results.filter(({ fileName }) => fileName.includes(`${room}/`));
			return scoreOf(room, inRoom);
		})
		.filter(({ mutants }) => mutants > 0);
	console.table(scores);
	const isReached = unknown.length === 0 && scores.every(({ score, goal }) => score >= goal);
	if (!isReached) process.exitCode = 1;
}

function print(heading: string, lines: string[]): void {
	if (lines.length > 0) console.log(`\n${heading}:\n${lines.join('\n')}\n`);
}

function scoreOf(room: string, results: MutantResult[]) {
	const count = (...statuses: string[]) =>
		results.filter(({ status }) => statuses.includes(status)).length;
	const noticed = count('Killed', 'Timeout');
	const missed = count('Survived', 'NoCoverage');
	const mutants = noticed + missed;
	const score = Math.floor((1000 * noticed) / mutants) / 10;
	return { room, mutants, noticed, missed, score, goal: goals[room] ?? 0 };
}
