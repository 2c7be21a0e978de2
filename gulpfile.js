const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, series, src } = require('gulp');

const clean = () => rm('dist', { recursive: true, force: true });

/** The compiler writes its findings to standard output; without this a broken build would not say why. */
function compile(done) {
	execFile(process.execPath, [require.resolve('typescript/bin/tsc')], (broken, findings) => {
		if (broken) console.error(findings);
		done(broken);
	});
}

/** What the compiler does not copy: the icons, and the output previews that the editor shows. */
const copyIconsAndSchemas = () =>
	src(['icons/*.svg', 'nodes/**/__schema__/**/*.json'], { base: '.', encoding: false }).pipe(
		dest('dist'),
	);

exports['build:icons'] = copyIconsAndSchemas;
exports.build = series(clean, compile, copyIconsAndSchemas);
