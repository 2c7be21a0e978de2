const ES_MODULES = '(p-retry|is-network-error)';
const transformer = [
	'@swc/jest',
	{
		jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
		module: { type: 'commonjs' },
	},
];

/** Tests are TypeScript; types are checked by `npm run types`, so jest only strips them. */
const project = {
	testEnvironment: 'node',
	moduleFileExtensions: ['mts', 'ts', 'js', 'cjs', 'mjs', 'json', 'node'],
	transform: {
		'\\.m?ts$': transformer,
	},
	modulePathIgnorePatterns: ['<rootDir>/dist'],
};

module.exports = {
	// Only for what hangs: a machine may be busy with other work.
	testTimeout: 180_000,
	maxWorkers: 2,
	testSequencer: '<rootDir>/test/longestFirst.cjs',
	// A worker has half a second to end: with the memory of many tests with n8n's engine, freeing it takes longer.
	workerIdleMemoryLimit: '300MB',
	// How much of what is published the tests run, and the least that they have to.
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageReporters: [['text', { skipFull: true }]],
	coverageThreshold: {
		'./nodes/': { lines: 95, branches: 95 },
		'./credentials/': { lines: 95, branches: 95 },
	},
	projects: [
		{
			...project,
			testMatch: ['<rootDir>/test/**/*.test.mts'],
			testPathIgnorePatterns: ['<rootDir>/test/package/'],
		},
		{
			...project,
			testMatch: ['<rootDir>/test/package/*.test.mts'],
			// n8n 2.0 requires these two, which are ES modules: Node can do that, jest cannot.
			transform: { ...project.transform, [`${ES_MODULES}/index\\.js$`]: transformer },
			transformIgnorePatterns: [`/node_modules/(?!${ES_MODULES}/)`],
			// Only where one of these tests is run: it builds and packs the package for all of them.
			globalSetup: '<rootDir>/test/package/globalSetup.cjs',
		},
	],
};
