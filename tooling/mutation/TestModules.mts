import { readFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { join, sep } from 'node:path';

import { type TransformConfig, transformSync } from '@swc/core';

type Registry = Record<string, NodeJS.Module | undefined>;

/** What Node's own loaders call; @types/node leaves it out. */
interface CompilingModule extends NodeJS.Module {
	_compile(code: string, file: string): void;
}

/** Puts calls of `jest.mock` before the imports, as @swc/jest does; the types of swc leave it out. */
const mockingFirst = { hidden: { jest: true } } as TransformConfig;

class MockedModule extends Module {}

/**
 * Loads test files, and what they test, as CommonJS like jest, but in this process: libraries are loaded
 * once. jest loads them anew for each file, which takes longer than its tests.
 */
export class TestModules {
	private require: NodeJS.Require;
	private readonly compiled = new Map<string, string>();

	/** @param root The project's folder: what is in it, but for node_modules, is loaded anew each time. */
	constructor(private readonly root: string) {
		this.require = createRequire(join(root, 'package.json'));
		for (const extension of ['.ts', '.mts']) {
			this.require.extensions[extension] = (module, file) => {
				(module as CompilingModule)._compile(this.compile(file), file);
			};
		}
	}

	load(testFile: string): void {
		this.keep((file, module) => !this.isOwn(file) && !(module instanceof MockedModule));
		this.require = createRequire(testFile);
		this.require(testFile);
	}

	/** Like `jest.mock` and `jest.doMock`, but that the factory is called at once. */
	mock(name: string, factory: () => unknown): void {
		const file = this.require.resolve(name);
		const exports = factory();
		this.require.cache[file] = Object.assign(new MockedModule(file), { exports, loaded: true });
	}

	/** Like `jest.requireActual`, before the module is mocked. */
	requireActual(name: string): unknown {
		return this.require(name);
	}

	/** Like `jest.isolateModulesAsync`; what is mocked stays so. */
	async isolate(task: () => Promise<void>): Promise<void> {
		const outside: Registry = { ...this.require.cache };
		this.keep((file, module) => !this.isOwn(file) || module instanceof MockedModule);
		try {
			await task();
		} finally {
			this.keep(() => false);
			Object.assign(this.require.cache, outside);
		}
	}

	private isOwn(file: string): boolean {
		return file.startsWith(this.root + sep) && !file.includes(`${sep}node_modules${sep}`);
	}

	private keep(isKept: (file: string, module: NodeJS.Module | undefined) => boolean): void {
		const registry: Registry = this.require.cache;
		for (const [file, module] of Object.entries(registry)) {
			if (!isKept(file, module)) delete registry[file];
		}
	}

	private compile(filename: string): string {
		const before = this.compiled.get(filename);
		if (before !== undefined) return before;
		const { code } = transformSync(readFileSync(filename, 'utf8'), {
			filename,
			sourceMaps: false,
			jsc: {
				parser: { syntax: 'typescript' },
				target: 'es2022',
				transform: mockingFirst,
			},
			module: { type: 'commonjs' },
		});
		this.compiled.set(filename, code);
		return code;
	}
}
