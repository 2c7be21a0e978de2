import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';

/** Size of the page in pixels, wide enough for the three columns of an open node. */
export const VIEWPORT = { width: 1440, height: 800 };

/** Hides the neighbours of an open node, which would reach into its picture. */
const WITHOUT_NEIGHBOURS = '[data-test-id=floating-nodes] { display: none }';

const QUALITY = 70;
const MAX_BYTES = 100_000;

interface PictureView {
	/** Size of the page in pixels, if `VIEWPORT` would cut something off. */
	width?: number;
	height?: number;
	/** Part of the page to take; default: the whole page. */
	part?: Locator;
}

export class Pictures {
	/** @param folder folder for the pictures; need not exist */
	constructor(private readonly folder: string) {}

	/**
	 * Takes a picture of the page, without tooltips and animations.
	 * @throws if the picture is too large for the repository
	 */
	async take(page: Page, name: string, { part, ...larger }: PictureView = {}): Promise<void> {
		await mkdir(this.folder, { recursive: true });
		await page.setViewportSize({ ...VIEWPORT, ...larger });
		// Moves the pointer to a corner where nothing reacts to it.
		await page.mouse.move(0, 0);
		const path = join(this.folder, `${name}.jpg`);
		const picture = {
			path,
			type: 'jpeg',
			quality: QUALITY,
			animations: 'disabled',
			// Adds no style to a whole page, because the sandbox's page accepts no styles but its own.
			...(part && { style: WITHOUT_NEIGHBOURS }),
		} as const;
		await (part ?? page).screenshot(picture);
		await page.setViewportSize(VIEWPORT);
		const { size } = await stat(path);
		if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes`);
	}

	/** Takes one picture in the light theme and one in the dark theme, with `-dark` after its name. */
	async takeInBothThemes(page: Page, name: string, view: PictureView = {}): Promise<void> {
		await this.take(page, name, view);
		await page.emulateMedia({ colorScheme: 'dark' });
		await this.take(page, `${name}-dark`, view);
		await page.emulateMedia({ colorScheme: 'light' });
	}
}
