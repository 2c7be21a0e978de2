/**
 * The npm scripts that take options, by name: program, purpose, and options. The options are for
 * `parseArgs` of node:util, with `value` and `help` for people. Plain JavaScript, because `--help` and
 * mistakes are answered before anything is installed.
 */
export const commands = {
	start: {
		program: 'demo/start.mts',
		does: `Starts the sandbox and a real n8n with this node and the example workflows, and runs one of them.
The first time, the tools and n8n are installed: about ten minutes, and 3 GB in this user's cache.`,
		options: {
			once: {
				type: 'boolean',
				help: 'end after the run; the exit code says whether it went as promised',
			},
		},
	},
	sandbox: {
		program: 'sandbox/cli.mts',
		does: `Starts the simulated backlink panel, with a page that shows and changes it.
An option can be given as the environment variable in brackets; the option wins.`,
		options: {
			port: {
				type: 'string',
				value: 'number',
				help: 'to listen on, 0 for a free one; else 8787 (SANDBOX_PORT)',
			},
			host: {
				type: 'string',
				value: 'address',
				help: 'to listen on; else 127.0.0.1 (SANDBOX_HOST)',
			},
			balance: {
				type: 'string',
				value: 'credits',
				help: 'of the account; else 1000 (SANDBOX_BALANCE)',
			},
			limit: {
				type: 'string',
				value: 'requests',
				help: 'of a key per minute; else 60 (SANDBOX_LIMIT)',
			},
			window: {
				type: 'string',
				value: 'kind',
				help: `how they are counted; else sliding (SANDBOX_WINDOW):
fixedMinute, fixedPhase, fromFirstRequest, sliding,
slidingCountingRejected, slidingCounter, tokenBucket,
leakyBucket or unlimited`,
			},
			'retry-after': {
				type: 'string',
				value: 'kind',
				help: `header of a 429: none, seconds, date or junk; else none
(SANDBOX_RETRY_AFTER)`,
			},
		},
	},
	'check-service': {
		program: 'tooling/checkService/cli.mts',
		does: `Asks a real panel, and compares its answers with the documentation and with what the node can use.
Reads only, unless --spend 1 is given. Writes an anonymised record, to attach to an issue.
Give the key as the environment variable: npm and the shell repeat what is on the command line.
Exit code: 0 nothing differs, 1 something differs, 2 not everything could be asked.`,
		exitCodeOfMistake: 2,
		options: {
			'base-url': {
				type: 'string',
				value: 'address',
				help: 'of the panel (BACKLINK_PANEL_BASE_URL)',
			},
			'api-key': { type: 'string', value: 'key', help: 'of the account (BACKLINK_PANEL_API_KEY)' },
			record: { type: 'string', value: 'file', help: 'where the record goes; else record.json' },
			'wrong-key': {
				type: 'boolean',
				help: 'ask once with a made-up key; a service may lock an account for that',
			},
			spend: {
				type: 'string',
				value: '1',
				help: `buy one backlink of one month, 1 credit as documented;
needs --target-url and --anchor`,
			},
			'target-url': { type: 'string', value: 'address', help: 'the page that it points to' },
			anchor: { type: 'string', value: 'text', help: 'its anchor text' },
		},
	},
	bench: {
		program: 'bench/run.mts',
		does: `Measures the node beside n8n's HTTP Request node. A complete run writes docs/benchmarks.md.`,
		options: {
			only: {
				type: 'string',
				multiple: true,
				value: 'name',
				help: 'measurements with this in their name; can be given several times',
			},
			quick: { type: 'boolean', help: 'less of everything, to see whether it works' },
		},
	},
	'test:e2e': {
		program: 'test/e2e/run.mts',
		does: 'Tests the packed node in real n8ns, against the sandbox. One line a scenario.',
		options: {
			only: {
				type: 'string',
				multiple: true,
				value: 'name',
				help: 'suites with this in their name; can be given several times',
			},
		},
	},
	simulate: {
		program: 'test/simulation/simulate.mts',
		does: `Lets the rate limiter and the number of requests in flight run in virtual time, against services
of every kind. Tells which goals are missed.`,
		options: { quick: { type: 'boolean', help: 'fewer scenarios' } },
	},
	'check-order-store': {
		program: 'test/order-store/check.mts',
		does: `Halts the order store at each of its calls, in every order in which the calls of some processes can
follow each other, and in long runs by chance. Takes about five minutes.
Exit code: 0 all is as expected, 1 not.`,
		options: { traces: { type: 'boolean', help: 'tell how each violation came about' } },
	},
};
