const ES_MODULES = '(p-retry|is-network-error)';
const transformer = [
	'@swc/jest',
	{
		jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
		module: { type: 'commonjs' },
	},
];

/** Files of tests that only `npm run test:all` runs. */
const SLOW = '\\.slow\\.test\\.mts$';

/** Tests are TypeScript; types are checked by `npm run types`, so jest only strips them. */
const project = {
	testEnvironment: 'node',
	moduleFileExtensions: ['mts', 'ts', 'js', 'cjs', 'mjs', 'json', 'node'],
	transform: {
		'\\.m?ts$': transformer,
	},
	modulePathIgnorePatterns: ['<rootDir>/dist'],
};

/** The fast tests, with few random cases. `jest.all.config.cjs` has all tests, with many. */
module.exports = {
	// Only for what hangs: a machine may be busy with other work.
	testTimeout: 180_000,
	// One more than the two cores of a small machine: many tests wait.
	maxWorkers: 3,
	projects: [
		{
			...project,
			testMatch: ['<rootDir>/test/**/*.test.mts'],
			testPathIgnorePatterns: ['<rootDir>/test/package/', SLOW],
		},
		{
			...project,
			testMatch: ['<rootDir>/test/package/*.test.mts'],
			testPathIgnorePatterns: [SLOW],
			// n8n 2.0 requires these two, which are ES modules: Node can do that, jest cannot.
			transform: { ...project.transform, [`${ES_MODULES}/index\\.js$`]: transformer },
			transformIgnorePatterns: [`/node_modules/(?!${ES_MODULES}/)`],
			// Only where one of these tests is run: it builds and packs the package for all of them.
			globalSetup: '<rootDir>/test/package/globalSetup.cjs',
		},
	],
};
