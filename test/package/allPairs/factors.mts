import type { EngineVersion } from '../engines/installedEngines.mts';

/** Ways in which n8n runs a node, and events on the way. Each value has its meaning as text. */
export const factors = {
	mode: {
		manual: 'somebody presses Execute Workflow in the editor',
		trigger: 'a trigger or a schedule starts the workflow; Retry runs it in the mode retry',
		webhook: 'a request starts it',
		integrated: 'another workflow calls it, by Execute Workflow: a sub-workflow',
		evaluation: 'an evaluation runs it over a data set',
		chat: 'a message in the chat starts it',
		error: 'it is the error workflow of another one',
	},
	usedAs: {
		node: 'in the main flow',
		agent: 'a tool that an agent calls by itself',
		requestingAgent: 'a tool that an agent has the engine run',
		mcpServer: 'a tool below the MCP Server Trigger',
		mcpServerWithoutContext: 'the same, where n8n gives no context of a run',
	},
	operation: {
		create: 'Backlink → Create',
		publish: 'Article → Publish',
	},
	onError: {
		stopWorkflow: 'Stop Workflow',
		continueRegularOutput: 'Continue',
		continueErrorOutput: 'Continue (using error output)',
	},
	retryOnFail: {
		off: 'one try',
		on: 'Retry On Fail: up to three tries',
	},
	executeOnce: {
		off: 'all items',
		on: 'Execute Once: n8n hands over the first item alone',
	},
	alwaysOutputData: {
		off: 'no item where nothing comes out',
		on: 'Always Output Data: an empty item where nothing comes out',
	},
	pinnedData: {
		none: 'every node is run',
		before: 'the output of the node before is pinned',
		itself: 'the output of this node is pinned: it is not run, and nothing is ordered',
	},
	loop: {
		none: 'one run',
		itemsInRounds: 'Loop Over Items, two at a time',
		sameItems: 'a loop that wants each item twice',
		errorsLedBack: 'the error output leads back into the node, once',
	},
	input: {
		json: 'items of JSON',
		binary: 'items with a file',
	},
	pairing: {
		paired: 'each item names the one that it was made from',
		unpaired: 'the items name none, as those of many Code nodes',
	},
	sameItem: {
		once: 'the items are all different',
		twice: 'the last item is the first one once more; an agent repeats its first call',
	},
	expressions: {
		constant: 'fields that come to the same each time they are evaluated',
		changing: 'fields with a random part, as {{ $now }} has',
	},
	parallelRequests: {
		one: 'one order at a time; an agent that calls one after another',
		many: 'as many as the service bears; an agent that calls at the same moment',
	},
	idempotencyKey: {
		off: 'none',
		on: 'a key for each item',
	},
	sendUnknownAgain: {
		off: 'Send Unknown Orders Again is off',
		on: 'it is on: a later execution may send them once more',
	},
	executionOrder: {
		v0: 'as workflows of before n8n 1.0 are run',
		v1: 'as newer ones',
	},
	fault: {
		none: 'the service takes every order',
		refusedOnce: 'it refuses an order the first time',
		refusedAlways: 'it refuses an order each time',
		brokenAfterwards: 'it takes an order, and the connection breaks before the answer',
		brokenBefore: 'the connection breaks, and the service has not carried out the order',
		tooManyOnce: 'it answers 429 once',
	},
	faultHits: {
		nothing: 'no item',
		first: 'the first item, which decides whether n8n runs a node again',
		last: 'the last one of the different ones',
		all: 'each of them',
	},
	nodeBehind: {
		works: 'what comes behind the node works; so does the agent that calls it',
		fails: 'it fails, also in the first retry where there are two: the execution can be retried',
	},
	retryButton: {
		none: 'nobody retries',
		once: 'somebody presses Retry',
		twice: 'somebody presses Retry, and then once more on the original execution',
		twiceAtOnce: 'two people press Retry at the same moment',
		ofTheRetry: 'somebody presses Retry, and then on the execution that this made',
		edited: 'somebody edits the fields and presses Retry with currently saved workflow',
	},
} as const;

type Factors = typeof factors;

export type Combination = { [Factor in keyof Factors]: keyof Factors[Factor] };

export function isTool({ usedAs }: Combination): boolean {
	return usedAs !== 'node';
}

/** Combinations that have one of the listed values for each listed factor. */
export type Choice = {
	[Factor in keyof Combination]?: ReadonlyArray<Combination[Factor]>;
};

export interface Impossible {
	/** Combinations that are impossible: in all engines, or only in `engines`. */
	values: Choice;
	engines?: EngineVersion[];
	because: string;
}

const agents = ['agent', 'requestingAgent'] as const;
const mcpServers = ['mcpServer', 'mcpServerWithoutContext'] as const;
const tools = [...agents, ...mcpServers] as const;
const pressed = ['once', 'twice', 'twiceAtOnce', 'ofTheRetry', 'edited'] as const;
const hits = ['first', 'last', 'all'] as const;
const faultsOfService = [
	'refusedOnce',
	'refusedAlways',
	'brokenAfterwards',
	'brokenBefore',
	'tooManyOnce',
] as const;

export const impossible: Impossible[] = [
	{
		values: { mode: ['chat'] },
		engines: ['1.85.3', '1.110.1'],
		because: 'these versions have no such mode',
	},
	{
		values: { usedAs: ['requestingAgent'] },
		engines: ['1.85.3', '1.110.1'],
		because: 'the engines of these versions run no tools for an agent',
	},
	{
		values: {
			usedAs: ['node'],
			retryOnFail: ['on'],
			onError: ['continueRegularOutput', 'continueErrorOutput'],
			fault: ['refusedOnce'],
		},
		engines: ['1.85.3'],
		because:
			'this version gives out what the first try said, whatever a later one has ordered; 1.110 does not any more',
	},
	{
		values: {
			usedAs: mcpServers,
			mode: ['manual', 'trigger', 'integrated', 'evaluation', 'chat', 'error'],
		},
		because: 'the MCP Server Trigger is a webhook',
	},
	{
		values: { usedAs: mcpServers, nodeBehind: ['fails'] },
		because: 'below the MCP Server Trigger there is no execution that could fail',
	},
	{
		values: { usedAs: mcpServers, retryButton: pressed },
		because: 'below the MCP Server Trigger there is no execution to retry',
	},
	...toolsWithout({ loop: ['itemsInRounds', 'sameItems', 'errorsLedBack'] }, 'is in no main flow'),
	...toolsWithout({ pinnedData: ['before', 'itself'] }, 'has no output of the main flow to pin'),
	...toolsWithout({ input: ['binary'] }, 'gets what the model says'),
	...toolsWithout({ pairing: ['unpaired'] }, 'gets what the model says'),
	...toolsWithout({ executeOnce: ['on'] }, 'gets one item with each call'),
	{
		values: {
			mode: ['trigger', 'webhook', 'integrated', 'evaluation', 'chat', 'error'],
			pinnedData: ['before', 'itself'],
		},
		because: 'n8n takes pinned data in manual executions alone',
	},
	{
		values: { pinnedData: ['before'], input: ['binary'] },
		because: 'n8n does not pin outputs with files',
	},
	{
		values: {
			loop: ['errorsLedBack'],
			onError: ['stopWorkflow', 'continueRegularOutput'],
		},
		because: 'only Continue (using error output) has an error output',
	},
	{
		values: {
			loop: ['errorsLedBack'],
			alwaysOutputData: ['off'],
			retryButton: pressed,
			faultHits: ['all'],
		},
		because: 'nothing reaches the node behind, so it does not fail: nothing to retry',
	},
	{
		values: {
			loop: ['errorsLedBack'],
			alwaysOutputData: ['off'],
			retryButton: pressed,
			executeOnce: ['on'],
			faultHits: ['first'],
		},
		because: 'nothing reaches the node behind, so it does not fail: nothing to retry',
	},
	{
		values: { fault: ['none'], faultHits: hits },
		because: 'there is no fault',
	},
	{
		values: { fault: faultsOfService, faultHits: ['nothing'] },
		because: 'a fault happens to some item',
	},
	...[
		{ usedAs: tools },
		{ onError: ['continueRegularOutput', 'continueErrorOutput'] as const },
		{ fault: ['none', 'tooManyOnce'] as const },
		{ pinnedData: ['itself'] as const },
		{ retryOnFail: ['on'] as const, fault: ['refusedOnce'] as const },
		{
			executeOnce: ['on'] as const,
			loop: ['none', 'sameItems', 'errorsLedBack'] as const,
			faultHits: ['last'] as const,
		},
	].map((values) => ({
		values: { retryButton: pressed, nodeBehind: ['works'] as const, ...values },
		because: 'the execution does not fail: nothing to retry',
	})),
];

function toolsWithout(values: Choice, because: string): Impossible[] {
	return [{ values: { usedAs: tools, ...values }, because: `a tool ${because}` }];
}
