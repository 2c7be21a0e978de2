import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runCommand } from './runCommand.mts';
import { temporaryFolder } from './temporaryFolder.mts';

export interface PackedPackage {
	name: string;
	version: string;
	tarball: string;
}

/**
 * Builds this project and packs it as for a release. It works in a copy of the checkout: a build first
 * removes `dist`, which another process may be reading. If PACKAGE_TARBALL names a tarball, as in a
 * release, this tarball is taken instead.
 * @param folder an empty folder outside the checkout, for the tarball
 * @throws if the build or npm fails, with the last lines of the output
 */
export async function packCommunityPackage(
	folder: string,
	logFile: string,
): Promise<PackedPackage> {
	const { name, version } = await readPackageJson(process.cwd());
	const given = process.env.PACKAGE_TARBALL;
	if (given !== undefined) return { name, version, tarball: resolve(given) };

	const copy = await temporaryFolder('backlink-panel-build');
	const npm = async (...args: string[]) => {
		const environment = process.env;
		await runCommand({ command: 'npm', args, folder: copy.path, environment, logFile });
	};
	try {
		await copyCheckout(process.cwd(), copy.path);
		await npm('run', 'build');
		await npm('pack', '--pack-destination', folder);
	} finally {
		await copy.remove();
	}

	const tarballs = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
	const [tarball] = tarballs;
	if (tarball === undefined) throw new Error(`npm pack has left no tarball. See ${logFile}`);
	return { name, version, tarball: join(folder, tarball) };
}

const notCopied = ['.git', 'coverage', 'dist', 'node_modules'];

async function copyCheckout(checkout: string, copy: string): Promise<void> {
	const names = (await readdir(checkout)).filter((name) => !notCopied.includes(name));
	await Promise.all(
		names.map((name) => cp(join(checkout, name), join(copy, name), { recursive: true })),
	);
	await symlink(join(checkout, 'node_modules'), join(copy, 'node_modules'));
}

/**
 * Installs a packed package into the user folder of an n8n, as n8n's own installer does.
 * @returns the folder of the package
 * @throws if tar or npm fails, with the last lines of the output
 */
export async function installCommunityPackage(
	{ name, version, tarball }: PackedPackage,
	userFolder: string,
	logFile: string,
): Promise<string> {
	const nodesFolder = join(userFolder, '.n8n', 'nodes');
	const folder = join(nodesFolder, 'node_modules', name);
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	const run = async (command: string, ...args: string[]) =>
		await runCommand({ command, args, folder, environment: process.env, logFile });

	await run('tar', '-xzf', tarball, '--strip-components=1');
	const packageJson = await readPackageJson(folder);
	await writeJson(join(folder, 'package.json'), {
		...packageJson,
		devDependencies: undefined,
		peerDependencies: undefined,
		optionalDependencies: undefined,
	});
	if (Object.keys(packageJson.dependencies ?? {}).length > 0) await run('npm', ...npmInstall);
	await writeJson(join(nodesFolder, 'package.json'), {
		name: 'installed-nodes',
		private: true,
		dependencies: { [name]: version },
	});
	return folder;
}

const npmInstall = [
	'install',
	'--audit=false',
	'--fund=false',
	'--bin-links=false',
	'--install-strategy=shallow',
	'--ignore-scripts=true',
	'--package-lock=false',
];

interface PackageJson {
	name: string;
	version: string;
	dependencies?: Record<string, string>;
}

async function readPackageJson(folder: string): Promise<PackageJson> {
	// npm itself refuses to pack a package without name and version.
	return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as PackageJson;
}

async function writeJson(file: string, value: object): Promise<void> {
	await writeFile(file, JSON.stringify(value, null, 2));
}
