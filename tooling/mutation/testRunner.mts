import { basename, join } from 'node:path';

import type { InstrumenterContext } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
	determineHitLimitReached,
	type DryRunResult,
	DryRunStatus,
	type MutantRunOptions,
	type MutantRunResult,
	type TestResult,
	type TestRunner,
	toMutantRunResult,
} from '@stryker-mutator/api/test-runner';

import { fastTests } from './fastTests.mts';
import { installJestGlobals } from './jestGlobals.mts';
import { fileOf, isFailed, runTestFile, type TestRun } from './runTestFile.mts';
import { TestModules } from './TestModules.mts';

/** Tells the instrumented code which mutant is active, and is told which test came by which mutant. */
const instrumented: InstrumenterContext = {};

/**
 * Runs the fast tests for Stryker in a process that stays. With Stryker's own runner for jest a mutant takes
 * as long as loading all files of tests that could notice it.
 */
class StayingTestRunner implements TestRunner {
	private readonly root = process.cwd();
	private readonly modules = new TestModules(this.root);
	private readonly jest = installJestGlobals(this.modules);
	/** What each file of tests took, in ms. */
	private readonly durations = new Map<string, number>();

	constructor() {
		Object.assign(globalThis, { __stryker__: instrumented });
		process.env.NODE_ENV = 'test';
		// What a broken test leaves behind does not end the process.
		process.on('unhandledRejection', () => {});
	}

	capabilities() {
		return { reloadEnvironment: true };
	}

	async dryRun(): Promise<DryRunResult> {
		const onTest = (id: string) => void (instrumented.currentTestId = id);
		const tests: TestResult[] = [];
		for (const file of fastTests(this.root)) tests.push(...(await this.run(file, { onTest })));
		return complete(tests);
	}

	async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
		const { activeMutant, testFilter, hitLimit } = options;
		const chosen = testFilter && new Set(testFilter);
		instrumented.activeMutant = activeMutant.id;
		instrumented.hitLimit = hitLimit;
		instrumented.hitCount = hitLimit === undefined ? undefined : 0;
		let tests: TestResult[] = [];
		for (const file of this.filesOf(testFilter, activeMutant.fileName)) {
			tests = await this.run(file, { chosen, stopsWhenOneFails: true });
			if (tests.some(isFailed)) break;
		}
		instrumented.activeMutant = undefined;
		return toMutantRunResult(
			determineHitLimitReached(instrumented.hitCount, hitLimit) ?? complete(tests),
		);
	}

	/** One test that fails is enough: the file's own ones come first, then those that are over soonest. */
	private filesOf(testIds: string[] | undefined, mutatedFile: string): string[] {
		const files = testIds ? [...new Set(testIds.map(fileOf))] : fastTests(this.root);
		const isOwn = (file: string) =>
			basename(file, '.test.mts').toLowerCase() === basename(mutatedFile, '.ts').toLowerCase();
		const rank = (file: string) => (isOwn(file) ? -1 : (this.durations.get(file) ?? 0));
		return files.sort((a, b) => rank(a) - rank(b));
	}

	private async run(file: string, around: Omit<TestRun, 'load'>): Promise<TestResult[]> {
		const started = performance.now();
		const load = () => this.modules.load(join(this.root, file));
		const tests = await runTestFile(file, { load, ...around });
		this.jest.reset();
		if (!this.durations.has(file)) this.durations.set(file, performance.now() - started);
		return tests;
	}
}

function complete(tests: TestResult[]): DryRunResult {
	return {
		status: DryRunStatus.Complete,
		tests,
		mutantCoverage: instrumented.mutantCoverage,
	};
}

export const strykerPlugins = [
	declareClassPlugin(PluginKind.TestRunner, 'staying', StayingTestRunner),
];
