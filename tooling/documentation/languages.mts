import { english } from './english.mts';
import { turkish } from './turkish.mts';
import type { Words } from './Words.mts';

/** A language of the documentation. */
export interface Language {
	words: Words;
	readme: string;
	/** The folder of the pages. */
	folder: string;
}

/** English comes first: the other languages are compared with it. */
export const languages: Language[] = [
	{ words: english, readme: 'README.md', folder: 'docs' },
	{ words: turkish, readme: 'docs/tr/README.md', folder: 'docs/tr' },
];

/** Pages of `docs/` that exist in every language. */
export const pages = ['charges.md', 'errors.md', 'options.md', 'troubleshooting.md'];
