import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';

/** Wide enough for the three columns of an open node. */
export const VIEWPORT = { width: 1280, height: 800 };

const QUALITY = 70;
const MAX_BYTES = 100_000;

/** Takes the pictures of the documentation. */
export class Pictures {
	/** @param folder takes them; it is made if it is missing */
	constructor(private readonly folder: string) {}

	/**
	 * Takes a picture of what the page shows, without tooltips and moving parts.
	 * @param width and height of the page in pixels, where something would be cut off
	 * @param part of the page, where the rest says nothing
	 * @throws when it is larger than the repository takes
	 */
	async take(
		page: Page,
		name: string,
		{ part, ...larger }: { width?: number; height?: number; part?: Locator } = {},
	): Promise<void> {
		await mkdir(this.folder, { recursive: true });
		await page.setViewportSize({ ...VIEWPORT, ...larger });
		// Nothing is there that would change under the pointer.
		await page.mouse.move(0, 0);
		const path = join(this.folder, `${name}.jpg`);
		const picture = { path, type: 'jpeg', quality: QUALITY, animations: 'disabled' } as const;
		await (part ?? page).screenshot(picture);
		await page.setViewportSize(VIEWPORT);
		const { size } = await stat(path);
		if (size >= MAX_BYTES) throw new Error(`${path} has ${size} bytes`);
	}
}
