import type { IExecuteFunctions } from 'n8n-workflow';

import {
	cancelSignal,
	deduplicationHelpers,
	executionId,
	executionMode,
	flowContext,
	logWarning,
	isRunByEngine,
	runIndex,
	showHints,
	workflowOf,
} from '../../nodes/BacklinkPanel/api/optionalFunctions.ts';

/** What n8n gives; everything else is missing. */
const given = (functions: object) => functions as IExecuteFunctions;

const throws = () => {
	throw new Error('not in this context');
};
/** A context in which nothing works but what no version is without. */
const node = { name: 'Backlink Panel', type: 'backlinkPanel' };
const broken = given({
	getNode: () => node,
	getContext: throws,
	getExecuteData: throws,
	getExecutionId: throws,
	getMode: throws,
	getWorkflowDataProxy: throws,
	getExecutionCancelSignal: throws,
	addExecutionHints: throws,
	getWorkflow: throws,
	logger: { warn: throws },
	get helpers(): never {
		return throws();
	},
});
const missing = given({ getNode: () => node });

describe.each([
	['throws', broken],
	['is missing', missing],
])('what n8n gives only in some versions and contexts %s', (_, functions) => {
	test('nothing throws: money may have been spent', () => {
		expect(flowContext(functions)).toBeUndefined();
		expect(isRunByEngine(functions)).toBe(false);
		expect(executionId(functions)).toBeUndefined();
		expect(executionMode(functions)).toBeUndefined();
		expect(runIndex(functions)).toBe(0);
		expect(cancelSignal(functions)).toBeUndefined();
		expect(workflowOf(functions)).toEqual({});
		expect(deduplicationHelpers(functions)).toEqual({});
		expect(() => {
			showHints(functions, [{ message: 'a hint', location: 'outputPane' }]);
			logWarning(functions, 'a line');
		}).not.toThrow();
	});
});

test('a context outside an execution is of one call, so it is none', () => {
	const functions = given({ getExecutionId: () => undefined, getContext: () => ({}) });
	expect(flowContext(functions)).toBeUndefined();
});

test.each([[undefined], [null], ['1']])('a run index of %j is none', ($runIndex) => {
	expect(runIndex(given({ getWorkflowDataProxy: () => ({ $runIndex }) }))).toBe(0);
});

test('the data of a run that is another node’s is not taken: a tool is lent the agent’s', () => {
	for (const data of [undefined, {}, { node: { name: 'AI Agent' } }]) {
		const functions = given({ getNode: () => node, getExecuteData: () => data });
		expect(isRunByEngine(functions)).toBe(false);
	}
});
