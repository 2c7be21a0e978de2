/** `npm run docs`: writes the generated parts of the documentation anew. */
import { readFile, writeFile } from 'node:fs/promises';

import prettier from 'prettier';

import { documents, withGeneratedParts } from './generatedParts.mts';

for (const file of documents) {
	const text = withGeneratedParts(file, await readFile(file, 'utf8'));
	const options = await prettier.resolveConfig(file);
	await writeFile(file, await prettier.format(text, { ...options, filepath: file }));
}
