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

/** Makes a context of n8n that has only the given functions. */
const given = (functions: object) => functions as IExecuteFunctions;

const throws = () => {
	throw new Error('not in this context');
};
const node = { name: 'Backlink Panel', type: 'backlinkPanel' };
/** Context in which all functions throw but `getNode`, which every version of n8n has. */
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

test('outside an execution, the flow context does not count, because it lasts for one call only', () => {
	const functions = given({ getExecutionId: () => undefined, getContext: () => ({}) });
	expect(flowContext(functions)).toBeUndefined();
});

test.each([[undefined], [null], ['1']])('a run index of %j is none', ($runIndex) => {
	expect(runIndex(given({ getWorkflowDataProxy: () => ({ $runIndex }) }))).toBe(0);
});

test('the data of another node’s run does not count: a tool gets the data of the agent’s run', () => {
	for (const data of [undefined, {}, { node: { name: 'AI Agent' } }]) {
		const functions = given({ getNode: () => node, getExecuteData: () => data });
		expect(isRunByEngine(functions)).toBe(false);
	}
});
