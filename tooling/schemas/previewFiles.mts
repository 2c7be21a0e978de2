import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { OutputPreview } from './outputSchema.mts';

/** Folder below the node, where n8n looks for it. */
const folder = join('nodes', 'BacklinkPanel', '__schema__');

/** Reads the preview files, by path below `__schema__`. */
export async function readPreviewFiles(): Promise<Map<string, string>> {
	const paths = await readdir(folder, { recursive: true });
	const files = paths.filter((path) => path.endsWith('.json')).sort();
	return new Map(
		await Promise.all(
			files.map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const),
		),
	);
}

/** Replaces all preview files. */
export async function writePreviewFiles(previews: Map<string, OutputPreview>): Promise<void> {
	await rm(folder, { recursive: true, force: true });
	for (const [path, preview] of previews) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), textOf(preview));
	}
}

/** Formats a preview for its file. */
export function textOf(preview: OutputPreview): string {
	return `${JSON.stringify(preview, null, '\t')}\n`;
}
