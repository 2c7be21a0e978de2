/**
 * Allowed imports, as dependency-cruiser checks them in `npm run lint`. Imports of types count.
 */

const node = 'nodes/BacklinkPanel';

/** Layers that a layer may import from, besides itself: none leads back to it. */
const layers = {
	trigger: ['parameters', 'api', 'errors'],
	batch: ['orders', 'operations', 'parameters', 'api', 'rateLimiter', 'errors'],
	orders: ['operations', 'parameters', 'api', 'rateLimiter', 'errors'],
	operations: ['parameters', 'api', 'errors'],
	parameters: ['api', 'errors'],
	api: ['rateLimiter', 'errors'],
	rateLimiter: [],
	errors: [],
};

const anyOf = (names) => `(${names.join('|')})`;
const folders = (names) => `^${node}/${anyOf(names)}/`;

const rules = [
	...Object.entries(layers).map(([layer, others]) => ({
		name: `layers-of-${layer}`,
		comment: `${layer} imports from itself and ${others.join(', ') || 'nothing'}`,
		from: { path: folders([layer]) },
		to: { path: `^(${node}|credentials)/`, pathNot: folders([layer, ...others]) },
	})),
	{
		name: 'layers-of-node',
		comment: 'the two nodes import from these layers, and not each other',
		from: { path: `^${node}/[^/]+$` },
		to: {
			path: `^(${node}|credentials)/`,
			pathNot: folders(['trigger', 'batch', 'orders', 'operations', 'api', 'errors']),
		},
	},
	{
		name: 'layers-of-credentials',
		comment: 'the credential imports from api and errors',
		from: { path: '^credentials/' },
		to: { path: `^${node}/`, pathNot: folders(['api', 'errors']) },
	},
	{
		name: 'known-layers',
		comment: 'a folder of the node is one of the layers above',
		from: { path: `^${node}/[^/]+/`, pathNot: folders(Object.keys(layers)) },
		to: {},
	},
	{
		name: 'published-imports',
		comment: 'n8n removes all other packages on install, and nothing else is published',
		from: { path: '^(nodes|credentials)/' },
		to: {
			pathNot: ['^(nodes|credentials)/', '(^|/)node_modules/n8n-workflow/', '^(node:)?crypto$'],
		},
	},
	{
		name: 'rate-limiter-alone',
		comment: 'others can take its folder as it is',
		from: { path: folders(['rateLimiter']) },
		to: { pathNot: folders(['rateLimiter']) },
	},
	{
		name: 'no-cycles',
		comment: 'no file leads back to itself',
		from: {},
		to: { circular: true },
	},
	{
		name: 'no-cycles-of-folders',
		comment: 'no folder leads back to itself',
		scope: 'folder',
		from: { path: '^(nodes|credentials)' },
		to: { circular: true },
	},
	{
		name: 'found',
		comment: 'what is imported is there',
		from: {},
		to: { couldNotResolve: true },
	},
];

module.exports = {
	forbidden: rules.map((rule) => ({ severity: 'error', ...rule })),
	options: {
		doNotFollow: 'node_modules',
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.tooling.json' },
		enhancedResolveOptions: {
			extensions: ['.ts', '.mts', '.js', '.mjs', '.cjs', '.json'],
			exportsFields: ['exports'],
			conditionNames: ['import', 'require', 'node', 'default', 'types'],
		},
	},
};
