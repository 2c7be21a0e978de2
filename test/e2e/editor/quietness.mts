import type { BrowserContext, Page } from 'playwright-core';

/** What a page may ask for outside this machine, which is never let through. */
interface OutsideRequest {
	host: RegExp;
	path: string;
	why: string;
}

const EXPECTED_OUTSIDE: OutsideRequest[] = [
	{
		host: /\.npmjs\.org$/,
		path: '/n8n-nodes-backlink-panel',
		why: 'The nodes panel looks up where to report issues of a community package. There is no setting against it.',
	},
];

const LOCAL_HOSTS = ['127.0.0.1', 'localhost'];

/**
 * Keeps a browser on this machine and listens for errors.
 * @returns a function that gives what has come up since the last call: requests to other hosts, errors
 * in the console, exceptions
 */
export async function watchQuietness(context: BrowserContext): Promise<() => string[]> {
	let disturbances: string[] = [];
	const disturb = (text: string) => disturbances.push(text);

	await context.route(
		(url) => !isLocal(url),
		async (route) => {
			const address = route.request().url();
			if (!isExpectedOutside(address)) disturb(`request to ${address}`);
			await route.abort();
		},
	);
	context.on('page', (page) => listen(page, disturb));

	return () => {
		const since = disturbances;
		disturbances = [];
		return since;
	};
}

function listen(page: Page, disturb: (text: string) => void): void {
	page.on('pageerror', (error) => disturb(`exception: ${error.message}`));
	page.on('console', (message) => {
		if (message.type() !== 'error') return;
		const { url } = message.location();
		// The browser reports a request that was not let through.
		if (!isExpectedOutside(url)) disturb(`console: ${message.text()} (${url})`);
	});
	page.on('websocket', (socket) => {
		if (!isLocal(new URL(socket.url()))) disturb(`connection to ${socket.url()}`);
	});
}

function isLocal({ protocol, hostname }: URL): boolean {
	return !/^(http|ws)s?:$/.test(protocol) || LOCAL_HOSTS.includes(hostname);
}

function isExpectedOutside(address: string): boolean {
	if (!URL.canParse(address)) return false;
	const { hostname, pathname } = new URL(address);
	return EXPECTED_OUTSIDE.some(({ host, path }) => host.test(hostname) && path === pathname);
}
