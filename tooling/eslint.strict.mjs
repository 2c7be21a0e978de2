/**
 * The project's own rules, on top of n8n's: `eslint.config.mjs` has to stay exactly as n8n's template
 * has it, and it does not look at the `.mts` files of sandbox, tests and tools at all.
 */
import tseslint from 'typescript-eslint';

export default tseslint.config(
	{
		files: ['**/*.ts', '**/*.mts'],
		plugins: { '@typescript-eslint': tseslint.plugin },
		languageOptions: {
			parser: tseslint.parser,
			parserOptions: { project: './tsconfig.tooling.json' },
		},
		linterOptions: { reportUnusedDisableDirectives: false },
		rules: {
			'@typescript-eslint/await-thenable': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-explicit-any': 'error',
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			'@typescript-eslint/no-non-null-assertion': 'error',
			'@typescript-eslint/no-unnecessary-type-assertion': 'error',
			eqeqeq: 'error',
			'no-var': 'error',
			'prefer-const': 'error',
		},
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		ignores: ['nodes/BacklinkPanel/errors/nodeError.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					selector: 'NewExpression[callee.name=/^Node(Api|Operation)Error$/]',
					message:
						'errors/nodeError.ts makes all errors that n8n gets, so that none is without its reason.',
				},
			],
		},
	},
);
