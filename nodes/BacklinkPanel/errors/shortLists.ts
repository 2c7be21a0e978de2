/**
 * Names items, 3 or more in a row as a range: `items 0–4, 7`.
 *
 * @param indexes in ascending order
 * @param most number of indexes and ranges to name; the rest is counted
 */
export function itemRanges(indexes: number[], most = Number.POSITIVE_INFINITY): string {
	const runs: number[][] = [];
	for (const index of indexes) {
		const last = runs.at(-1);
		if (last?.at(-1) === index - 1) last.push(index);
		else runs.push([index]);
	}
	const groups = runs.flatMap((run) => (run.length > 2 ? [run] : run.map((index) => [index])));
	const shown = groups.slice(0, most);
	const texts = shown.map((run) => (run.length > 1 ? `${run[0]}–${run.at(-1)}` : `${run[0]}`));
	const noun = indexes.length === 1 ? 'item' : 'items';
	const rest = andMore(indexes.length - shown.flat().length);
	return [noun, texts.join(', '), ...rest].join(' ');
}

/** Lists the first texts and counts the rest: `a, b and 3 more sites`. */
export function shortList(texts: string[], most: number, noun?: string): string {
	return [texts.slice(0, most).join(', '), ...andMore(texts.length - most, noun)].join(' ');
}

/** Tells how many more there are, as in `and 3 more sites`; empty if there are none. */
function andMore(count: number, noun?: string): string[] {
	return count > 0 ? [`and ${count} more${noun === undefined ? '' : ` ${noun}`}`] : [];
}
