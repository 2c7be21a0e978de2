import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(__dirname, '../..');
const nodeFolder = 'nodes/BacklinkPanel';

/** Which layers a layer may import from, beside itself. */
const allowedLayers: Record<string, string[]> = {
	credentials: ['api', 'errors'],
	node: ['trigger', 'batch', 'operations', 'api', 'errors'],
	trigger: ['parameters', 'api', 'errors'],
	batch: ['orders', 'operations', 'parameters', 'api', 'errors'],
	orders: ['operations', 'parameters', 'api', 'rateLimiter', 'errors'],
	operations: ['parameters', 'api', 'errors'],
	parameters: ['api', 'errors'],
	api: ['rateLimiter', 'errors'],
	rateLimiter: [],
	errors: [],
};

const allowedPackages = ['n8n-workflow', 'node:crypto'];

interface Import {
	from: string;
	/** As it is written. */
	what: string;
	/** The file it leads to; undefined for a package. */
	target: string | undefined;
}

const files = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => join(folder, file)),
);

const imports = files.flatMap(importsOf);

function importsOf(file: string): Import[] {
	const source = readFileSync(join(root, file), 'utf8');
	const statements = source.matchAll(
		/^\s*(?:import|export)\b[^;]*?from\s*'([^']+)'|^\s*import\s*'([^']+)'|\b(?:import|require)\(\s*['"`]([^'"`]+)/gm,
	);
	return [...statements].map(([, from, bare, dynamic]) => {
		const what = from ?? bare ?? dynamic ?? '';
		return { from: file, what, target: what.startsWith('.') ? resolve(file, what) : undefined };
	});
}

function resolve(file: string, what: string): string {
	const path = join(dirname(file), what);
	return [`${path}.ts`, join(path, 'index.ts')].find((name) => files.includes(name)) ?? path;
}

/** The layer of a file: its folder below the node's, or what the node's files and the credential are. */
function layerOf(file: string): string {
	if (file.startsWith('credentials/')) return 'credentials';
	const [folder, ...rest] = relative(nodeFolder, file).split('/');
	return rest.length === 0 || folder === undefined ? 'node' : folder;
}

/** A way from a place back to itself, or undefined if there is none. */
function findCycle(edges: Array<[string, string]>): string[] | undefined {
	const done = new Set<string>();
	const follow = (place: string, path: string[]): string[] | undefined => {
		if (path.includes(place)) return [...path.slice(path.indexOf(place)), place];
		if (done.has(place)) return undefined;
		done.add(place);
		for (const [from, to] of edges) {
			const cycle = from === place ? follow(to, [...path, place]) : undefined;
			if (cycle) return cycle;
		}
		return undefined;
	};
	for (const [from] of edges) {
		const cycle = follow(from, []);
		if (cycle) return cycle;
	}
	return undefined;
}

test('there are files and imports to look at', () => {
	expect(files.length).toBeGreaterThan(30);
	expect(imports.length).toBeGreaterThan(100);
	expect(imports.filter(({ target }) => target && !files.includes(target))).toEqual([]);
});

test('every file is in a layer', () => {
	expect(files.filter((file) => !(layerOf(file) in allowedLayers))).toEqual([]);
});

test('nothing but n8n-workflow, node:crypto and own files is imported', () => {
	const foreign = imports.filter(({ what, target }) => !target && !allowedPackages.includes(what));
	expect(foreign).toEqual([]);
});

test('the rate limiter imports no package, so that others can take its folder', () => {
	const foreign = imports.filter(({ from, target }) => layerOf(from) === 'rateLimiter' && !target);
	expect(foreign).toEqual([]);
});

test.each(Object.entries(allowedLayers))('%s imports from these layers alone: %j', (layer, own) => {
	const wrong = imports.filter(({ from, target }) => {
		if (!target || layerOf(from) !== layer || layerOf(target) === layer) return false;
		return !own.includes(layerOf(target));
	});
	expect(wrong).toEqual([]);
});

test('one file makes all errors that n8n gets, so that none is without its reason', () => {
	const makers = files.filter((file) =>
		/\bnew Node(Api|Operation)Error\b/.test(readFileSync(join(root, file), 'utf8')),
	);
	expect(makers).toEqual([join(nodeFolder, 'errors/nodeError.ts')]);
});

test('the node’s files do not import each other', () => {
	const wrong = imports.filter(
		({ from, target }) => target && layerOf(from) === 'node' && layerOf(target) === 'node',
	);
	expect(wrong).toEqual([]);
});

test('no folder leads back to itself', () => {
	const edges = imports.flatMap(
		({ from, target }): Array<[string, string]> =>
			target && layerOf(from) !== layerOf(target) ? [[layerOf(from), layerOf(target)]] : [],
	);
	expect(findCycle(edges)).toBeUndefined();
});

test('no file leads back to itself', () => {
	const edges = imports.flatMap(
		({ from, target }): Array<[string, string]> => (target ? [[from, target]] : []),
	);
	expect(findCycle(edges)).toBeUndefined();
});

test('the search finds a cycle where there is one', () => {
	expect(
		findCycle([
			['a', 'b'],
			['b', 'c'],
			['c', 'b'],
		]),
	).toEqual(['b', 'c', 'b']);
});
