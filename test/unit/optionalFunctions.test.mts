import type { IExecuteFunctions } from 'n8n-workflow';

import {
	cancelSignal,
	deduplicationHelpers,
	executionId,
	executionMode,
	flowContext,
	isTool,
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

test('what n8n gives is passed on', () => {
	const data = { node, data: {}, source: null };
	const helpers = { checkProcessedAndRecord: () => {} };
	const hints = jest.fn();
	const warn = jest.fn();
	const { signal } = new AbortController();
	const functions = given({
		getNode: () => node,
		getContext: (type: string) => ({ type }),
		getExecuteData: () => data,
		getExecutionId: () => '7',
		getMode: () => 'retry',
		getWorkflowDataProxy: () => ({ $runIndex: 2 }),
		getExecutionCancelSignal: () => signal,
		addExecutionHints: hints,
		getWorkflow: () => ({ id: 'w', name: 'Workflow' }),
		logger: { warn },
		helpers,
	});
	expect(flowContext(functions)).toEqual({ type: 'flow' });
	expect(isRunByEngine(functions)).toBe(true);
	expect(executionId(functions)).toBe('7');
	expect(executionMode(functions)).toBe('retry');
	expect(runIndex(functions)).toBe(2);
	expect(cancelSignal(functions)).toBe(signal);
	expect(workflowOf(functions)).toEqual({ id: 'w', name: 'Workflow' });
	expect(deduplicationHelpers(functions)).toBe(helpers);
	const both = [
		{ message: 'one', location: 'outputPane' as const },
		{ message: 'two', location: 'outputPane' as const },
	];
	showHints(functions, both);
	expect(hints).toHaveBeenCalledWith(...both);
	logWarning(functions, 'a line');
	expect(warn).toHaveBeenCalledWith('a line');
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

test.each([
	['n8n-nodes-backlink-panel.backlinkPanel', false],
	['n8n-nodes-backlink-panel.backlinkPanelTool', true],
])('%s as a tool: %s', (type, expected) => {
	expect(isTool(given({ getNode: () => ({ ...node, type }) }))).toBe(expected);
});
