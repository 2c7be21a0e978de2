import type { INodeProperties } from 'n8n-workflow';

const OPTIONS_PAGE =
	'https://github.com/backlink-panel/n8n-nodes-backlink-panel/blob/main/docs/options.md';
const KEY_OF_ROW = '{{ $json.id }}';

/* The collection Options. n8n stores only options that the user has added; the others get their default from here. */

export const dryRunOption: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to only check the fields and limits and show what would be sent and what it would cost. Nothing is ordered.',
};

export const idempotencyKeyOption: INodeProperties = {
	displayName: 'Idempotency Key',
	name: 'idempotencyKey',
	type: 'string',
	default: '',
	placeholder: `e.g. ${KEY_OF_ROW}`,
	description: withLink(
		`The order’s own number, such as ${KEY_OF_ROW}: different for each order, the same when it is tried again. An order whose key this workflow has used is skipped.`,
		'idempotency-key',
	),
};

export const maxCreditsOption: INodeProperties = {
	displayName: 'Max Credits per Execution',
	name: 'maxCredits',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 1_000_000_000 },
	default: 100,
	description: withLink(
		'The most that this node may spend in one execution; further orders are not sent. The first article is not limited, because its number of sites is not known before.',
		'max-credits-per-execution',
	),
};

export const maxRateLimitWaitOption: INodeProperties = {
	displayName: 'Max Wait (Seconds)',
	name: 'maxRateLimitWait',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 86_400 },
	default: 900,
	description: 'How long an item may wait for the rate limit',
};

export const minimumBalanceOption: INodeProperties = {
	displayName: 'Minimum Balance to Keep',
	name: 'minimumBalance',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 1_000_000_000 },
	default: 0,
	description: withLink(
		'Orders that would bring the balance below this are not sent.',
		'minimum-balance-to-keep',
	),
};

export const parallelRequestsOption: INodeProperties = {
	displayName: 'Parallel Requests',
	name: 'parallelRequests',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 1_000, numberPrecision: 0 },
	default: 0,
	description:
		'How many requests may wait for an answer at the same time. 0 = automatic, 1 = one after another.',
};

export const resendUnknownOption: INodeProperties = {
	displayName: 'Send Unknown Orders Again',
	name: 'resendUnknown',
	type: 'boolean',
	default: false,
	description: withLink(
		'Whether to send orders again whose answer was lost in an earlier execution. Only after you have looked them up: an order that was placed is paid twice.',
		'send-unknown-orders-again',
	),
};

const timeout: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 300 },
	default: 30,
	description: 'How long to wait for the answer of the service',
};

/** Makes the option Timeout. Orders have 120 s by default: without an answer, they may have been charged. */
export function timeoutOption(spendsCredits: boolean): INodeProperties {
	return spendsCredits ? { ...timeout, default: 120 } : timeout;
}

/** Makes the collection Options for the form of an operation. */
export function optionsField(spendsCredits: boolean): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: spendsCredits
			? [
					dryRunOption,
					idempotencyKeyOption,
					maxCreditsOption,
					maxRateLimitWaitOption,
					minimumBalanceOption,
					parallelRequestsOption,
					resendUnknownOption,
					timeoutOption(true),
				]
			: [maxRateLimitWaitOption, parallelRequestsOption, timeoutOption(false)],
	};
}

/** Adds a link to a section of docs/options.md. */
function withLink(description: string, section: string): string {
	return `${description} <a href="${OPTIONS_PAGE}#${section}">More</a>.`;
}
