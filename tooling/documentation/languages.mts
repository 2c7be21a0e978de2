import { english } from './english.mts';
import type { Words } from './Words.mts';

/** A language that the documentation is written in. */
export interface Language {
	words: Words;
	/** How numbers are written, as `toLocaleString` names it. */
	locale: string;
	readme: string;
	/** The folder of the pages. */
	folder: string;
}

/** English comes first: the other ones are compared with it. */
export const languages: Language[] = [
	{ words: english, locale: 'en', readme: 'README.md', folder: 'docs' },
];

/** The pages of `docs/` that are there in every language. */
export const pages = [
	'agents.md',
	'charges.md',
	'claims.md',
	'errors.md',
	'operations.md',
	'options.md',
	'queue-mode.md',
	'sandbox.md',
	'security.md',
	'trigger.md',
	'troubleshooting.md',
];
