/**
 * `npm run mutate`: breaks the code in small ways, one at a time, and lists what the fast tests do not notice. A
 * tool to look with, for some files at a time: `npm run mutate -- --mutate <glob>`.
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
			testMatch: ['<rootDir>/test/{unit,order-store,engine}/**/*.test.mts'],
		},
	},
	concurrency: 2,
	reporters: ['clear-text', 'progress'],
	clearTextReporter: { reportTests: false, skipFull: true },
	ignorePatterns: ['dist', 'docs', 'bench', 'demo'],
};
