const fast = require('./jest.config.cjs');

const [tests, ...others] = fast.projects;

/** The fast tests as `npm test` runs them: those in n8n's engine in groups (`test/engine/groups/`). */
module.exports = {
	...fast,
	testSequencer: '<rootDir>/test/engine/groups/enginesFirst.cjs',
	projects: [
		{ ...tests, testPathIgnorePatterns: [...tests.testPathIgnorePatterns, '/test/engine/[^/]+$'] },
		{ ...tests, testMatch: ['<rootDir>/test/engine/groups/group?.mts'] },
		...others,
	],
};
