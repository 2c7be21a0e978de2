import { createRequire } from 'node:module';
import { join } from 'node:path';

import { moduleImports } from './moduleImports.mts';
import { packedFiles, packedPackage, packedText } from './packedPackage.mts';

const files = packedFiles()
	.filter((file) => file.endsWith('.js'))
	.map((file) => ({ file, ...moduleImports(packedText(file)) }));

test('nothing is imported but n8n-workflow, node:crypto and the package’s own files', () => {
	const allowed = (module: string) =>
		module.startsWith('./') ||
		module.startsWith('../') ||
		['n8n-workflow', 'node:crypto'].includes(module);
	const wrong = files.flatMap(({ file, modules }) =>
		modules.filter((module) => !allowed(module)).map((module) => `${file} imports ${module}`),
	);
	expect(wrong).toEqual([]);
	expect(files.flatMap(({ modules }) => modules).length).toBeGreaterThan(20);
});

test('every name that one file takes from another is there', () => {
	const missing = files.flatMap(({ file, names }) => {
		const load = createRequire(join(packedPackage.folder, file));
		return [...names].flatMap(([module, taken]) =>
			taken.filter((name) => !(name in load(module))).map((name) => `${module} has no ${name}`),
		);
	});
	expect(missing).toEqual([]);
});

test('every import says what it loads', () => {
	expect(files.flatMap(({ unreadable }) => unreadable)).toEqual([]);
});
