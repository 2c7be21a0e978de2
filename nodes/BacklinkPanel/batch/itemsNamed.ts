/**
 * Names items in a text, neighbours as one range: `items 0–4, 7`.
 *
 * @param indexes in ascending order
 * @param most how many indexes and ranges are named; the rest is counted
 */
export function itemsNamed(indexes: number[], most = Number.POSITIVE_INFINITY): string {
	const runs: number[][] = [];
	for (const index of indexes) {
		const last = runs.at(-1);
		if (last?.at(-1) === index - 1) last.push(index);
		else runs.push([index]);
	}
	const groups = runs.flatMap((run) => (run.length > 2 ? [run] : run.map((index) => [index])));
	const shown = groups.slice(0, most);
	const texts = shown.map((run) => (run.length > 1 ? `${run[0]}–${run.at(-1)}` : `${run[0]}`));
	const more = indexes.length - shown.flat().length;
	const noun = indexes.length === 1 ? 'item' : 'items';
	return `${noun} ${texts.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
