import type { INodeProperties } from 'n8n-workflow';

/**
 * The entries of the collection Options. Their defaults are needed in code too, because n8n does not
 * store an option that was not touched; `ItemParameters.numberOption` takes them from here.
 */
export const parallelRequests: INodeProperties = {
	displayName: 'Parallel Requests',
	name: 'parallelRequests',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 10,
	description:
		'How many requests may be under way at once. With 1, items are sent strictly one after another, in their order. The output is in the order of the input in any case.',
};

export const maxRateLimitWait: INodeProperties = {
	displayName: 'Max Wait for Rate Limit (Seconds)',
	name: 'maxRateLimitWait',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 900,
	description:
		'How long an item may wait for the rate limit of the service. With 0, an item that cannot be sent at once ends with an error instead.',
};

const timeout: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 30,
	description: 'How long to wait for an answer of the service',
};

const createTimeout: INodeProperties = {
	...timeout,
	default: 120,
	description:
		'How long to wait for an answer of the service. The outcome of an order whose answer did not come in time is unknown, so do not set this too low.',
};

/** The timeout option: orders get more time than reads, since a lost answer leaves them open. */
export function timeoutOption(spendsCredits: boolean): INodeProperties {
	return spendsCredits ? createTimeout : timeout;
}

/** The collection Options as the form of an operation shows it. */
export function optionsField(spendsCredits: boolean): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [maxRateLimitWait, parallelRequests, timeoutOption(spendsCredits)],
	};
}
