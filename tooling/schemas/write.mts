/** `npm run schemas`: writes the output previews and the list of the stored names anew. */
import { readFile, writeFile } from 'node:fs/promises';

import prettier from 'prettier';

import { temporaryFolder } from '../../real-n8n/temporaryFolder.mts';
import { writePreviewFiles } from './previewFiles.mts';
import { lostNames, storedNames, storedNamesFile, type StoredNames } from './storedNames.mts';

// Loaded late, because n8n writes its settings when it loads.
process.env.N8N_USER_FOLDER = (await temporaryFolder('n8n-schemas')).path;
const { outputPreviews } = await import('./outputPreviews.mts');

const names = storedNames();
const kept = JSON.parse(await readFile(storedNamesFile, 'utf8')) as StoredNames[];
const lost = lostNames(kept, names);
if (lost.length > 0)
	throw new Error(`Workflows store these, and they are gone: ${lost.join(', ')}`);
const options = await prettier.resolveConfig(storedNamesFile);
const text = await prettier.format(JSON.stringify(names), { ...options, parser: 'json' });
await writeFile(storedNamesFile, text);

const previews = await outputPreviews();
await writePreviewFiles(previews);
console.log(`${previews.size} output previews and ${names.length} operations' names written`);
