/** Tests are TypeScript; types are checked by `npm run types`, so jest only strips them. */
module.exports = {
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/**/*.test.mts'],
	moduleFileExtensions: ['mts', 'ts', 'js', 'cjs', 'mjs', 'json', 'node'],
	transform: {
		'\\.m?ts$': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
				module: { type: 'commonjs' },
			},
		],
	},
	modulePathIgnorePatterns: ['<rootDir>/dist'],
	testTimeout: 30_000,
	maxWorkers: 2,
};
