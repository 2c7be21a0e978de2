/**
 * Makes `npm start`, `npm test` and other scripts work as the first command on a fresh clone. Installs
 * the development dependencies if the lock file and the installed tree differ. Plain JavaScript, because
 * it runs before TypeScript can. No `pre` script, because `ignore-scripts` in .npmrc turns these off.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

if (!isInstalled()) {
	console.log('Installing the development dependencies (once, two to three minutes) …');
	const { status } = spawnSync(
		'npm',
		['ci', '--no-audit', '--no-fund', '--loglevel=error', '--progress=true'],
		{
			stdio: 'inherit',
			shell: process.platform === 'win32',
		},
	);
	if (status !== 0) process.exit(status ?? 1);
}

/**
 * npm keeps a copy of the installed lock file; optional packages of other platforms are missing in it.
 */
function isInstalled() {
	const installedLock = 'node_modules/.package-lock.json';
	if (!existsSync(installedLock)) return false;
	const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
	const installed = JSON.parse(readFileSync(installedLock, 'utf8')).packages;
	return Object.entries(wanted).every(
		([path, { version, optional }]) =>
			path === '' || optional || isDeepStrictEqual(installed[path]?.version, version),
	);
}
