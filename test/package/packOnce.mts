import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

import { runCommand } from '../../real-n8n/runCommand.mts';
import { temporaryFolder } from '../../real-n8n/temporaryFolder.mts';

const notCopied = ['.git', 'coverage', 'dist', 'node_modules'];

/**
 * Before the tests of this folder: packs the package as it would be published, in a copy of the
 * checkout, or takes the tarball that PACKAGE_TARBALL names, and unpacks it the way n8n installs it.
 */
export default async function packOnce(): Promise<void> {
	const { path } = await temporaryFolder('n8n-nodes-backlink-panel-packed');
	const logFile = join(path, 'pack.log');
	const given = process.env.PACKAGE_TARBALL;
	const tarball = given === undefined ? await pack(path, logFile) : resolve(given);

	const nodeModules = join(path, 'installed', 'node_modules');
	const folder = join(nodeModules, 'n8n-nodes-backlink-panel');
	await mkdir(folder, { recursive: true });
	const args = ['-xzf', tarball, '--strip-components=1'];
	await runCommand({ command: 'tar', args, folder, environment: process.env, logFile });
	// n8n brings its own along; this is the newest one.
	await symlink(resolve('node_modules', 'n8n-workflow'), join(nodeModules, 'n8n-workflow'));

	process.env.TESTED_TARBALL = tarball;
	process.env.TESTED_PACKAGE = folder;
}

async function pack(folder: string, logFile: string): Promise<string> {
	const copy = join(folder, 'checkout');
	await cp('.', copy, {
		recursive: true,
		filter: (source) => !notCopied.includes(basename(source)) && !source.endsWith('.tgz'),
	});
	await symlink(resolve('node_modules'), join(copy, 'node_modules'));

	const npm = async (...args: string[]) =>
		await runCommand({ command: 'npm', args, folder: copy, environment: process.env, logFile });
	await npm('run', 'build');
	await npm('pack', '--pack-destination', folder);
	const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
	if (tarball === undefined) throw new Error(`npm pack has left no tarball. See ${logFile}`);
	return join(folder, tarball);
}
