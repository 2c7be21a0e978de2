import type { INodeProperties } from 'n8n-workflow';

/**
 * The entries of the collection Options. Their defaults are needed in code too, because n8n does not
 * store an option that was not touched; `ItemParameters` takes them from here.
 */
export const parallelRequests: INodeProperties = {
	displayName: 'Parallel Requests',
	name: 'parallelRequests',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 1_000, numberPrecision: 0 },
	default: 10,
	description:
		'How many requests may be under way at once. With 1, items are sent strictly one after another, in their order. The output is in the order of the input in any case.',
};

export const maxRateLimitWait: INodeProperties = {
	displayName: 'Max Wait for Rate Limit (Seconds)',
	name: 'maxRateLimitWait',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 86_400 },
	default: 900,
	description:
		'How long an item may wait for the rate limit of the service. With 0, an item that cannot be sent at once ends with an error instead.',
};

const timeout: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 300 },
	default: 30,
	description: 'How long to wait for an answer of the service',
};

const createTimeout: INodeProperties = {
	...timeout,
	default: 120,
	description:
		'How long to wait for an answer of the service. The outcome of an order whose answer did not come in time is unknown, so do not set this too low.',
};

export const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		"Whether to only check the fields and return what would be sent and what it would cost. Nothing is sent. With the expression {{ $execution.mode === 'test' }}, executing in the editor never spends.",
};

export const idempotencyKey: INodeProperties = {
	displayName: 'Idempotency Key',
	name: 'idempotencyKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.guid }}',
	description:
		'Orders at most once for each value, over all executions of this workflow, including manual ones. Use an expression that names what the order is for, such as the guid of an RSS item. An item whose key was used already is skipped.',
};

/** More credits than anybody has. */
const MOST_CREDITS = 1_000_000_000;

export const maxCredits: INodeProperties = {
	displayName: 'Max Credits per Run',
	name: 'maxCredits',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: MOST_CREDITS },
	default: 100,
	description:
		'How many credits this node may spend in one run. Items beyond that are not sent. For articles the limit is approximate, because their price depends on how many sites publish them.',
};

export const minimumBalance: INodeProperties = {
	displayName: 'Minimum Balance to Keep',
	name: 'minimumBalance',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: MOST_CREDITS },
	default: 0,
	description:
		'How many credits have to stay on the account. Items that would go below that are not sent. The balance is read once at the start and then followed.',
};

export const resendUnknown: INodeProperties = {
	displayName: 'Send Unknown Orders Again',
	name: 'resendUnknown',
	type: 'boolean',
	default: false,
	description:
		'Whether to send orders again whose outcome is unknown from an earlier try or for this idempotency key. Turn it on only after you have looked them up, use “Retry with currently saved workflow”, and turn it off again: an order that was placed after all is paid twice.',
};

/** The timeout option: orders get more time than reads, since a lost answer leaves them open. */
export function timeoutOption(spendsCredits: boolean): INodeProperties {
	return spendsCredits ? createTimeout : timeout;
}

const OPTIONS_OF_READS = [maxRateLimitWait, parallelRequests, timeout];
const OPTIONS_OF_CREATES = [
	dryRun,
	idempotencyKey,
	maxCredits,
	maxRateLimitWait,
	minimumBalance,
	parallelRequests,
	resendUnknown,
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
