import type { INodeProperties } from 'n8n-workflow';

/**
 * The entries of the collection Options. Their defaults are needed in code too, because n8n does not
 * store an option that was not touched; `ItemParameters` takes them from here.
 */
export const parallelRequestsOption: INodeProperties = {
	displayName: 'Parallel Requests',
	name: 'parallelRequests',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 1_000, numberPrecision: 0 },
	default: 0,
	description:
		'How many requests may be in flight at once. With 0, the node starts with ten, sends more while the service answers as quickly as before, and fewer when answers are slow or get lost. With 1, items are sent one after another, in their order. The output is always in the order of the input.',
};

export const maxRateLimitWaitOption: INodeProperties = {
	displayName: 'Max Wait for Rate Limit',
	name: 'maxRateLimitWait',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 86_400 },
	default: 900,
	description:
		'How many seconds an item may wait for the rate limit of the service. With 0, an item that cannot be sent at once fails.',
};

const timeout: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 300 },
	default: 30,
	description: 'How many seconds to wait for an answer of the service',
};

const createTimeout: INodeProperties = {
	...timeout,
	default: 120,
	description:
		'How many seconds to wait for an answer of the service. If none comes in time, the outcome of the order is unknown, so do not set this too low.',
};

export const dryRunOption: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		"Whether to only check the fields and limits and return what would be sent and what it would cost. Nothing is ordered. The expression {{ $execution.mode === 'test' }} is true where this workflow is executed in the editor, but not in sub-workflows, retries, evaluations and chats.",
};

export const idempotencyKeyOption: INodeProperties = {
	displayName: 'Idempotency Key',
	name: 'idempotencyKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.guid }}',
	description:
		'Names what the order is for, such as the guid of an RSS item. Each key is ordered at most once, over all executions of this workflow, also when the step is executed again in the editor, or a later node after this one was edited. The key has to stay the same when the same order is tried again, and to differ for each other order. The 10,000 keys used last are kept, in the data of n8n’s Remove Duplicates node: its Clear Deduplication History with the scope Workflow forgets them.',
};

/** More credits than anybody has. */
const MOST_CREDITS = 1_000_000_000;

export const maxCreditsOption: INodeProperties = {
	displayName: 'Max Credits per Execution',
	name: 'maxCredits',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: MOST_CREDITS },
	default: 100,
	description:
		'How many credits this node may spend in one execution, over all its runs and tries. Items beyond that are not sent. The first article counts as one site, because only its answer shows how many sites publish it. More can be spent then, or if a backlink costs more than documented, or if the network of sites grows meanwhile.',
};

export const minimumBalanceOption: INodeProperties = {
	displayName: 'Minimum Balance to Keep',
	name: 'minimumBalance',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: MOST_CREDITS },
	default: 0,
	description:
		'How many credits have to stay on the account. Items that would go below that are not sent. The balance is read once in each run and then followed over all executions. The first article counts as one site. Less can stay then, or if other n8n processes spend, if a backlink costs more than documented, or if the network of sites grows meanwhile.',
};

export const resendUnknownOption: INodeProperties = {
	displayName: 'Send Unknown Orders Again',
	name: 'resendUnknown',
	type: 'boolean',
	default: false,
	description:
		'Whether to send orders again whose outcome an earlier execution left unknown. Tries of the same execution never do. Turn it on only after you have looked the orders up, then use “Retry with currently saved workflow” or, with an Idempotency Key, execute the workflow again, and turn it off afterwards: an order that was placed after all is paid twice.',
};

/** The timeout option: orders get more time than reads, since a lost answer leaves them open. */
export function timeoutOption(spendsCredits: boolean): INodeProperties {
	return spendsCredits ? createTimeout : timeout;
}

const OPTIONS_OF_READS = [maxRateLimitWaitOption, parallelRequestsOption, timeout];
const OPTIONS_OF_CREATES = [
	dryRunOption,
	idempotencyKeyOption,
	maxCreditsOption,
	maxRateLimitWaitOption,
	minimumBalanceOption,
	parallelRequestsOption,
	resendUnknownOption,
	createTimeout,
];

/** The collection Options as the form of an operation shows it. */
export function optionsField(spendsCredits: boolean): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: spendsCredits ? OPTIONS_OF_CREATES : OPTIONS_OF_READS,
	};
}
