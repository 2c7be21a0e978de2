import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';

/** Wide enough for the three columns of an open node. */
export const VIEWPORT = { width: 1440, height: 800 };

/** The neighbours of an open node reach beyond its edge. */
const WITHOUT_NEIGHBOURS = '[data-test-id=floating-nodes] { display: none }';

const QUALITY = 70;
const MAX_BYTES = 100_000;

interface PictureView {
	/** Of the page in pixels, where something would be cut off. */
	width?: number;
	height?: number;
	/** Where the rest of the page says nothing. */
	part?: Locator;
}

export class Pictures {
	/** @param folder takes them; it is made if it is missing */
	constructor(private readonly folder: string) {}

	/**
	 * Takes a picture of what the page shows, without tooltips and moving parts.
	 * @throws when it is larger than the repository takes
	 */
	async take(page: Page, name: string, { part, ...larger }: PictureView = {}): Promise<void> {
		await mkdir(this.folder, { recursive: true });
		await page.setViewportSize({ ...VIEWPORT, ...larger });
		// Nothing is there that would change under the pointer.
		await page.mouse.move(0, 0);
		const path = join(this.folder, `${name}.jpg`);
		const picture = {
			path,
			type: 'jpeg',
			quality: QUALITY,
			animations: 'disabled',
			// The sandbox's own page accepts no other styles.
			...(part && { style: WITHOUT_NEIGHBOURS }),
		} as const;
		await (part ?? page).screenshot(picture);
		await page.setViewportSize(VIEWPORT);
		const { size } = await stat(path);
		if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes`);
	}

	/** As `take`, and the same in the dark theme, with `-dark` after the name. */
	async takeInBothThemes(page: Page, name: string, view: PictureView = {}): Promise<void> {
		await this.take(page, name, view);
		await page.emulateMedia({ colorScheme: 'dark' });
		await this.take(page, `${name}-dark`, view);
		await page.emulateMedia({ colorScheme: 'light' });
	}
}
