import type { Installed } from './installed.mts';

/** What a measurement is given. */
export interface Bench {
	installed: Installed;
	/** Less of everything, to see whether it works; its figures mean nothing. */
	isQuick: boolean;
}

export interface Table {
	/** What the table is about, where a measurement has several. */
	caption?: string;
	head: string[];
	rows: string[][];
	/** In plain words how to read it. */
	words: string;
}

export interface Findings {
	/** In plain words what was done. */
	method: string;
	tables: Table[];
}

export interface Measurement {
	title: string;
	run(bench: Bench): Promise<Findings>;
}
