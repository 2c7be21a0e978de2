const { execFile } = require('node:child_process');
const { readdir, rm, writeFile } = require('node:fs/promises');
const { join, relative, sep } = require('node:path');
const esbuild = require('esbuild');
const { dest, series, src } = require('gulp');

/** Where the rooms are: folders of the sources, files of the package. */
const nodeFolder = join('dist', 'nodes', 'BacklinkPanel');

const clean = () => rm('dist', { recursive: true, force: true });

/** The compiler writes its findings to standard output; without this a broken build would not say why. */
function compile(done) {
	const args = [require.resolve('typescript/bin/tsc'), '--module', 'esnext'];
	execFile(process.execPath, args, (broken, findings) => {
		if (broken) console.error(findings);
		done(broken);
	});
}

/**
 * Makes each room one file, as readable as its sources: the same names, nothing minified. A file for each module
 * would be a tenth more to download. Rooms stay apart, so that the nodes share their memory.
 */
async function joinRooms() {
	const entries = await readdir(nodeFolder, { withFileTypes: true });
	const rooms = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
	for (const room of rooms) {
		const paths = await readdir(join(nodeFolder, room), { recursive: true });
		const modules = paths.filter((path) => path.endsWith('.js')).sort();
		const contents = modules.map(
			(path) => `export * from './${room}/${path.replaceAll(sep, '/')}';`,
		);
		await writeCommonJs(join(nodeFolder, `${room}.js`), {
			stdin: { contents: contents.join('\n'), resolveDir: nodeFolder },
			plugins: [otherRooms(room)],
		});
	}
	for (const file of await nodesAndCredentials()) {
		await writeCommonJs(file, { entryPoints: [file], plugins: [otherRooms()] });
	}
	for (const room of rooms) await rm(join(nodeFolder, room), { recursive: true });
}

async function nodesAndCredentials() {
	const paths = await readdir('dist', { recursive: true });
	return paths
		.filter((path) => /\.(node|credentials)\.js$/.test(path))
		.map((path) => join('dist', path));
}

/** What another room has is required from its file. */
const otherRooms = (own) => ({
	name: 'other rooms',
	setup({ onResolve }) {
		onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
			if (kind === 'entry-point') return undefined;
			const [room] = relative(nodeFolder, join(resolveDir, path)).split(sep);
			if (room === own) return undefined;
			const file = relative(own ? nodeFolder : resolveDir, join(nodeFolder, room));
			return { path: file.startsWith('.') ? file : `./${file}`, external: true };
		});
	},
});

/** `require` and `module.exports` as a person writes them, tabs as in the sources, and modules by their names. */
async function writeCommonJs(file, options) {
	const { outputFiles } = await esbuild.build({
		...options,
		bundle: true,
		charset: 'utf8',
		external: ['n8n-workflow', 'node:crypto'],
		format: 'esm',
		target: 'es2022',
		write: false,
	});
	const code = outputFiles[0].text
		.replace(/^import \{([^}]*)\} from (.*);$/gm, (_, names, from) => {
			return `const {${names.replaceAll(' as ', ': ')}} = require(${from});`;
		})
		.replace(/^export \{([^}]*)\};$/gm, 'module.exports = {$1};')
		.replace(/^(?: {2})+/gm, (indent) => '\t'.repeat(indent.length / 2))
		.replace(/^\/\/ dist\/nodes\/BacklinkPanel\/\w+\/(.+)\.js$/gm, '// $1')
		.replaceAll('/* @__PURE__ */ ', '');
	if (/^(?:import|export)\b/m.test(code)) throw new Error(`${file} has another kind of import`);
	await writeFile(file, `'use strict';\n${code}`);
}

/** What the compiler does not copy: the icons, and the output previews that the editor shows. */
const copyIconsAndSchemas = () =>
	src(['icons/*.svg', 'nodes/**/__schema__/**/*.json'], { base: '.', encoding: false }).pipe(
		dest('dist'),
	);

exports['build:icons'] = copyIconsAndSchemas;
exports.build = series(clean, compile, joinRooms, copyIconsAndSchemas);
