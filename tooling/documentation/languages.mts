import { english } from './english.mts';
import { turkish } from './turkish.mts';
import type { Words } from './Words.mts';

/** A language that the documentation is written in. */
export interface Language {
	words: Words;
	readme: string;
	/** The folder of the pages. */
	folder: string;
}

/** English comes first: the other ones are compared with it. */
export const languages: Language[] = [
	{ words: english, readme: 'README.md', folder: 'docs' },
	{ words: turkish, readme: 'docs/tr/README.md', folder: 'docs/tr' },
];

/** The pages of `docs/` that are there in every language. */
export const pages = ['charges.md', 'errors.md', 'options.md', 'troubleshooting.md'];
