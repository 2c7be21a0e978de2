import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atProcessEnd } from './atProcessEnd.mts';

export interface TemporaryFolder {
	path: string;
	remove(): Promise<void>;
	/** Keeps the folder, for people to look into. */
	keep(): void;
}

// A killed process can still be writing for a moment.
const removal = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 };

/** Makes a new folder, which is removed when this process ends, or earlier by `remove()`. */
export async function temporaryFolder(namePrefix: string): Promise<TemporaryFolder> {
	const path = await mkdtemp(join(tmpdir(), `${namePrefix}-`));
	const forget = atProcessEnd(() => rmSync(path, removal));
	return {
		path,
		async remove() {
			await rm(path, removal);
			forget();
		},
		keep: forget,
	};
}
