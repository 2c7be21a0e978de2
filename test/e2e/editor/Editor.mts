import assert from 'node:assert/strict';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';

import type { StoredWorkflow } from '../../../real-n8n/n8nClient.mts';
import { temporaryFolder } from '../../../real-n8n/temporaryFolder.mts';
import type { Scenarios } from '../scenarios.mts';
import { startChromium } from './chromium.mts';
import { type Pictures, VIEWPORT } from './Pictures.mts';
import { watchQuietness } from './quietness.mts';

/** The editor is large; a busy machine takes its time. */
const TIMEOUT_MS = 90_000;

/** n8n's editor in a browser, as its owner has it in front of them. */
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
	 * @param url of n8n
	 * @throws when there is no Chromium, or when n8n refuses the login
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

	/** Opens a workflow, unless it is open. */
	async openWorkflow({ id }: StoredWorkflow): Promise<void> {
		const path = `/workflow/${id}`;
		// The address of an open node begins with that of its workflow.
		if (!this.page.url().startsWith(`${this.url}${path}`)) await this.goTo(path);
	}

	/** @param path of a page of n8n, or the whole address of another one */
	async goTo(path: string): Promise<void> {
		await this.page.goto(new URL(path, this.url).href, { waitUntil: 'domcontentloaded' });
	}

	/**
	 * Runs a scenario in which nothing may leave this machine and no error may come up. When it fails,
	 * the message names a picture of the page.
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
