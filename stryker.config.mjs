/**
 * `npm run mutate`: breaks the code in small ways, one at a time, and lists what these tests do not notice. A
 * tool to look with, for a file at a time: `npm run mutate -- --mutate <glob>`.
 */
import jest from './jest.config.cjs';

const [project] = jest.projects;

export default {
	mutate: ['nodes/BacklinkPanel/orders/**/*.ts'],
	testRunner: 'jest',
	coverageAnalysis: 'perTest',
	jest: {
		config: {
			...project,
			projects: [],
			// For each mutant jest loads all of them anew: those of the whole engine would take minutes.
			testMatch: ['<rootDir>/test/{unit,order-store,engine/neverTwice}/**/*.test.mts'],
		},
	},
	dryRunTimeoutMinutes: 30,
	concurrency: 2,
	reporters: ['clear-text', 'progress'],
	clearTextReporter: { reportTests: false, skipFull: true },
	ignorePatterns: ['dist'],
	tempDirName: '.stryker-tmp',
};
