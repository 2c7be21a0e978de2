/** `npm run readme`: writes the generated parts of the README anew. */
import { readFile, writeFile } from 'node:fs/promises';

import { withGeneratedParts } from './generatedParts.mts';

const README = 'README.md';

await writeFile(README, withGeneratedParts(await readFile(README, 'utf8')));
