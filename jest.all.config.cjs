const fast = require('./jest.config.cjs');

/** All tests, the slow ones too, with many random cases each: `npm run test:all`. */
module.exports = {
	...fast,
	projects: fast.projects.map((project) => ({
		...project,
		testPathIgnorePatterns: project.testPathIgnorePatterns.filter(
			(pattern) => !pattern.includes('slow'),
		),
		// `cases.mts` asks for it.
		globals: { manyCases: true },
	})),
};
