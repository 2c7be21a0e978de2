import assert from 'node:assert/strict';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

import { foldersInPath, foundOrInstalled } from '../../../real-n8n/installedPrograms.mts';
import type { StoredWorkflow } from '../../../real-n8n/n8nClient.mts';
import { temporaryFolder } from '../../../real-n8n/temporaryFolder.mts';
import type { Scenarios } from '../scenarios.mts';
import { type Pictures, VIEWPORT } from './Pictures.mts';

/** Request to another machine that does not fail a scenario. The browser blocks the request all the same. */
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
 * Blocks all requests of a browser to other machines, and listens for errors.
 * @returns a function that lists such requests, console errors and exceptions since its last call
 */
async function watchQuietness(context: BrowserContext): Promise<() => string[]> {
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
		// The browser logs each blocked request as an error.
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

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APPLICATIONS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
const DEBIAN_PACKAGES = ['chromium', 'fonts-dejavu-core'];

/**
 * Starts this machine's Chromium without a window. Installs Chromium first if it is missing and this is root
 * on Debian.
 * @throws if Chromium is missing and cannot be installed
 */
async function startChromium(): Promise<Browser> {
	const executablePath = await foundOrInstalled(installedChromium, PROGRAMS, DEBIAN_PACKAGES);
	return await chromium.launch({ executablePath, args: argumentsFor(process.getuid?.() === 0) });
}

function argumentsFor(isRoot: boolean): string[] {
	return [
		// Chromium's own sandbox does not start as root.
		...(isRoot ? ['--no-sandbox'] : []),
		'--disable-dev-shm-usage',
		'--disable-gpu',
		'--disable-background-networking',
		'--disable-component-update',
	];
}

async function installedChromium(): Promise<string | undefined> {
	const folders = foldersInPath();
	const places = PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program)));
	for (const place of [...places, ...APPLICATIONS]) {
		if (await isExecutable(place)) return place;
	}
	return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
	return await access(file, constants.X_OK).then(
		() => true,
		() => false,
	);
}

/** Limit of each step in ms. The editor is large, and slow on a busy machine. */
const TIMEOUT_MS = 90_000;

export class Editor {
	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
		private readonly url: string,
		private readonly disturbances: () => string[],
		readonly pictures: Pictures,
	) {}

	/**
	 * Starts a browser and logs in.
	 * @param url address of n8n
	 * @throws if Chromium is missing or n8n refuses the login
	 */
	static async open(
		url: string,
		owner: { email: string; password: string },
		pictures: Pictures,
	): Promise<Editor> {
		const browser = await startChromium();
		const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en-US' });
		context.setDefaultTimeout(TIMEOUT_MS);
		const disturbances = await watchQuietness(context);
		const login = await context.request.post(`${url}/rest/login`, {
			data: { emailOrLdapLoginId: owner.email, password: owner.password },
		});
		assert.ok(login.ok(), `n8n answered the login with ${login.status()}`);
		return new Editor(browser, await context.newPage(), url, disturbances, pictures);
	}

	async openWorkflow({ id }: StoredWorkflow): Promise<void> {
		const path = `/workflow/${id}`;
		// The address of an open node begins with the address of its workflow.
		if (!this.page.url().startsWith(`${this.url}${path}`)) await this.goTo(path);
	}

	/** @param path path of a page of n8n, or the full address of another page */
	async goTo(path: string): Promise<void> {
		await this.page.goto(new URL(path, this.url).href, { waitUntil: 'domcontentloaded' });
	}

	/**
	 * Runs a scenario, which fails if a request goes to another machine or an error occurs. The message of the
	 * failure names a picture of the page.
	 */
	async run(scenarios: Scenarios, title: string, scenario: () => Promise<void>): Promise<void> {
		await scenarios.run(`Editor: ${title}`, async () => {
			this.disturbances();
			try {
				await scenario();
				assert.deepEqual(this.disturbances(), []);
			} catch (error) {
				const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
				throw new Error(`${reason}\nThe page at that moment: ${await this.pictureOfFailure()}`);
			}
		});
	}

	async close(): Promise<void> {
		await this.browser.close();
	}

	private async pictureOfFailure(): Promise<string> {
		const folder = await temporaryFolder('backlink-panel-editor');
		folder.keep();
		const path = join(folder.path, 'failed.png');
		await this.page.screenshot({ path });
		return path;
	}
}
