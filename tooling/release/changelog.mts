/** Part of `npm run release`: adds the section of the new version, its argument, to CHANGELOG.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { releasedChangelog } from './releasedChangelog.mts';

const file = 'CHANGELOG.md';
const [, , version] = process.argv;
if (version === undefined) throw new Error('Name the version');

const today = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
await writeFile(file, releasedChangelog(await readFile(file, 'utf8'), version, today));
