import { type TestResult, TestStatus } from '@stryker-mutator/api/test-runner';
import {
	addEventHandler,
	type Event,
	getState,
	removeEventHandler,
	resetState,
	run,
	type State,
} from 'jest-circus';

type DescribeBlock = State['rootDescribeBlock'];
type Test = Extract<Event, { name: 'test_done' }>['test'];

/** Without a mutant the longest takes 0.8 s; a mutant that lets a test wait for ever costs this much. */
const LONGEST_TEST_MS = 5_000;
const BEFORE_NAME = ' › ';

export interface TestRun {
	/** Makes the file's tests known to jest-circus. */
	load(): void;
	/** The IDs of the tests to run; all run where that of the loading is one of them. Else all. */
	chosen?: ReadonlySet<string>;
	/** Before a test. What runs until the next one belongs to it, also what it leaves behind. */
	onTest?(id: string): void;
	stopsWhenOneFails?: boolean;
}

/**
 * Runs the tests of one file with jest-circus. Loading it counts as one of them: it comes by what is made
 * when a module is loaded, which any of the file's tests may notice.
 */
export async function runTestFile(file: string, testRun: TestRun): Promise<TestResult[]> {
	const { load, chosen, onTest, stopsWhenOneFails } = testRun;
	const loading = `${file}${BEFORE_NAME}is loaded`;
	resetState();
	getState().testTimeout = LONGEST_TEST_MS;
	onTest?.(loading);
	try {
		load();
	} catch (error) {
		return [failed(loading, String(error))];
	}

	const idOf = (test: Test) => `${file}${nameOf(test)}`;
	const isChosen = (id: string) => !chosen || chosen.has(loading) || chosen.has(id);
	for (const test of testsOf(getState().rootDescribeBlock)) {
		if (!isChosen(idOf(test))) test.mode = 'skip';
	}

	const results: TestResult[] = [];
	const onEvent = (event: Event) => {
		if (event.name === 'test_start') {
			if (stopsWhenOneFails && results.some(isFailed)) event.test.mode = 'skip';
			onTest?.(idOf(event.test));
		} else if (event.name === 'test_done') {
			results.push(resultOf(idOf(event.test), event.test));
		}
	};
	addEventHandler(onEvent);
	const { unhandledErrors } = await run();
	removeEventHandler(onEvent);
	const [unhandled] = unhandledErrors;
	results.push(unhandled === undefined ? passed(loading) : failed(loading, unhandled));
	return results;
}

/** The file of a test with this ID. */
export function fileOf(id: string): string {
	return id.slice(0, id.indexOf(BEFORE_NAME));
}

export function isFailed({ status }: TestResult): boolean {
	return status === TestStatus.Failed;
}

function nameOf({ name, parent }: Test | DescribeBlock): string {
	return parent === undefined ? '' : `${nameOf(parent)}${BEFORE_NAME}${name}`;
}

function testsOf(block: DescribeBlock): Test[] {
	return block.children.flatMap((child) => (child.type === 'test' ? child : testsOf(child)));
}

function resultOf(id: string, { errors, duration, mode }: Test): TestResult {
	const [error] = errors.flat();
	const timeSpentMs = duration ?? 0;
	if (error !== undefined) return failed(id, String(error), timeSpentMs);
	if (mode === 'skip') return { id, name: id, timeSpentMs, status: TestStatus.Skipped };
	return passed(id, timeSpentMs);
}

function passed(id: string, timeSpentMs = 0): TestResult {
	return { id, name: id, timeSpentMs, status: TestStatus.Success };
}

function failed(id: string, failureMessage: string, timeSpentMs = 0): TestResult {
	return { id, name: id, timeSpentMs, status: TestStatus.Failed, failureMessage };
}
