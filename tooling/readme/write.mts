/** `npm run readme`: writes the generated parts of the README and the other documents anew. */
import { readFile, writeFile } from 'node:fs/promises';

import { documents, withGeneratedParts } from './generatedParts.mts';

for (const file of documents) {
	await writeFile(file, withGeneratedParts(file, await readFile(file, 'utf8')));
}
