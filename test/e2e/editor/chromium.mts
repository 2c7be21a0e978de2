import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';

import { type Browser, chromium } from 'playwright-core';

import { foldersInPath, foundOrInstalled } from '../../../real-n8n/installedPrograms.mts';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APPLICATIONS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
const DEBIAN_PACKAGES = ['chromium', 'fonts-dejavu-core'];

/**
 * Starts the Chromium of this machine without a window. Where there is none and this is Debian's root,
 * it is installed first.
 * @throws when there is none and it cannot be installed
 */
export async function startChromium(): Promise<Browser> {
	const executablePath = await foundOrInstalled(installedChromium, PROGRAMS, DEBIAN_PACKAGES);
	return await chromium.launch({ executablePath, args: argumentsFor(process.getuid?.() === 0) });
}

function argumentsFor(isRoot: boolean): string[] {
	return [
		// Chromium refuses to be sandboxed as root.
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
