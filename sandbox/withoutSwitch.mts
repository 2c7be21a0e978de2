/** Errors of the node that the page has no switch for, and ways to cause them. */
export const withoutSwitch: Array<{ message: string; how: string }> = [
	{ message: 'Not enough credits', how: 'Set the balance to 0.' },
	{ message: 'No site published the article', how: 'Turn off all sites, publish an article.' },
	{
		message: 'The service could not be reached',
		how: 'End the sandbox, or enter http://127.0.0.1:9 as the Base URL.',
	},
	{
		message: 'The execution was stopped before this item was sent',
		how: 'Turn on Slow answers, order for several items with Parallel Requests 1, press Stop.',
	},
	{
		message: 'The rate limit of the service is used up',
		how: 'Turn on Too many requests and let the trigger poll four times.',
	},
	{
		message: 'No order has the ID',
		how: 'Get an order By ID with an ID that no order has.',
	},
	{ message: 'A field that cannot be sent', how: 'Leave Anchor Text blank.' },
	{ message: 'A credential that cannot be used', how: 'Enter an API Key of five characters.' },
	{
		message: '“Max Credits per Execution” does not allow this order',
		how: 'Set that option to 1 and order for two items.',
	},
	{
		message: '“Minimum Balance to Keep” does not allow this order',
		how: 'Set that option to the balance.',
	},
	{
		message: '“Idempotency Key” is not unique',
		how: 'Give two items with different fields the same key.',
	},
	{
		message: 'The items have more idempotency keys than n8n can remember',
		how: 'Order for 10,001 items with keys of their own: nothing is sent.',
	},
	{
		message: 'The node could not check whether this order was placed before',
		how: 'Not from here: the database of n8n has to be out of reach.',
	},
];
