const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { Transform } = require('node:stream');
const { dest, series, src } = require('gulp');

const clean = () => rm('dist', { recursive: true, force: true });

/** The compiler writes its findings to standard output; without this a broken build would not say why. */
function compile(done) {
	const args = [require.resolve('typescript/bin/tsc'), '--module', 'esnext'];
	execFile(process.execPath, args, (broken, findings) => {
		if (broken) console.error(findings);
		done(broken);
	});
}

/** Makes the compiled files what n8n loads, in the place of the compiler's own form of it. */
const writeAsCommonJs = () => src('dist/**/*.js').pipe(eachFile(asCommonJs)).pipe(dest('dist'));

function eachFile(change) {
	return new Transform({
		objectMode: true,
		transform(file, _, done) {
			file.contents = Buffer.from(change(file.contents.toString(), file.relative));
			done(null, file);
		},
	});
}

/**
 * CommonJS as a person writes it, and tabs as in the sources. The compiler's own has `(0, file_1.name)()` for
 * each call, which is harder to review and 4 % of the package. It relies on what lint sees to: imports in one
 * direction, each of them of names.
 */
function asCommonJs(module, path) {
	const exported = [];
	const code = module
		.replace(
			/^import \{(.*)\} from (.*);$/gm,
			(_, names, from) => `const {${names.replaceAll(' as ', ': ')}} = require(${from});`,
		)
		.replace(/^export ((?:async )?(?:function\*?|class|const) (\w+))/gm, (_, declaration, name) => {
			exported.push(name);
			return declaration;
		})
		.replace(/^export \{(.*)\};\n/gm, (_, names) => {
			exported.push(
				...names
					.split(',')
					.map((name) => name.trim())
					.filter(Boolean),
			);
			return '';
		})
		.replace(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4));
	if (/^(?:import|export)\b/m.test(code))
		throw new Error(`${path} has another kind of import or export`);
	return `'use strict';\n${code}module.exports = { ${exported.join(', ')} };\n`;
}

/** What the compiler does not copy: the icons, and the output previews that the editor shows. */
const copyIconsAndSchemas = () =>
	src(['icons/*.svg', 'nodes/**/__schema__/**/*.json'], { base: '.', encoding: false }).pipe(
		dest('dist'),
	);

exports['build:icons'] = copyIconsAndSchemas;
exports.build = series(clean, compile, writeAsCommonJs, copyIconsAndSchemas);
