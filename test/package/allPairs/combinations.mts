import { createHash } from 'node:crypto';

import type { EngineVersion } from '../engines/installedEngines.mts';
import { type Choice, type Combination, factors, impossible } from './factors.mts';

/** Values by factor; factors may be missing. */
type Row = Readonly<Record<string, string>>;

const factorNames = Object.keys(factors);
const valuesOf = Object.entries(factors).map(
	([factor, values]) => [factor, Object.keys(values)] as const,
);
const allPairs: Row[] = valuesOf.flatMap(([one, values], index) =>
	valuesOf
		.slice(index + 1)
		.flatMap(([other, others]) =>
			values.flatMap((value) => others.map((another) => ({ [one]: value, [other]: another }))),
		),
);

/**
 * Finds a few combinations for an engine, by a greedy search, in which each possible pair of values occurs. The
 * libraries on npm lose pairs if many pairs are impossible, or do not run on Node 20.
 * @param start seed of the search; another seed gives other combinations
 */
export function combinationsFor(n8n: EngineVersion, start: number): Combination[] {
	const rows: Row[] = [];
	const missing = new Set(allPairs.map(nameOf));

	/**
	 * Adds a value of every other factor, so that many of the missing pairs occur. Begins with the factor that
	 * has the fewest possible values, because a dead end then shows early.
	 */
	function completed(row: Row): Row | undefined {
		const [next] = valuesOf
			.filter(([factor]) => !(factor in row))
			.map(([factor, values]) => ({
				factor,
				rows: inOrder(`${start} ${rows.length} ${factor}`, values)
					.map((value) => ({ ...row, [factor]: value }))
					.filter((further) => isPossible(further, n8n)),
			}))
			.sort((one, other) => one.rows.length - other.rows.length);
		if (!next) return row;
		const gains = next.rows.map((further) => ({
			further,
			gain: pairsOf(further, next.factor).filter((pair) => missing.has(pair)).length,
		}));
		gains.sort((one, other) => other.gain - one.gain);
		for (const { further } of gains) {
			const whole = completed(further);
			if (whole) return whole;
		}
		return undefined;
	}

	for (const pair of allPairs.filter((each) => isPossible(each, n8n))) {
		const row = missing.has(nameOf(pair)) ? completed(pair) : undefined;
		if (!row) continue;
		rows.push(row);
		for (const covered of pairsOf(row)) missing.delete(covered);
	}
	// Safe cast: each row has a value of every factor of the table.
	return rows as unknown as Combination[];
}

export function nameOf(row: Row): string {
	return factorNames
		.flatMap((factor) => (factor in row ? [`${factor} ${row[factor]}`] : []))
		.join(', ');
}

/** Lists the pairs that no combination has, although no rule excludes the pair by itself. */
export function uncoveredPairs(combinations: Combination[], n8n: EngineVersion): string[] {
	const covered = new Set(combinations.flatMap((combination) => pairsOf(combination)));
	const possible = allPairs.filter((pair) => isPossible(pair, n8n));
	return possible.map(nameOf).filter((pair) => !covered.has(pair));
}

/** @param ofFactor factor that each pair must have; default: any */
function pairsOf(row: Row, ofFactor?: string): string[] {
	const present = factorNames.filter((factor) => factor in row);
	return present.flatMap((one, index) =>
		present
			.slice(index + 1)
			.filter((other) => ofFactor === undefined || [one, other].includes(ofFactor))
			.map((other) => `${one} ${row[one]}, ${other} ${row[other]}`),
	);
}

/** Rotates the values by a hash of the seed: of equally good values, the search takes the first. */
function inOrder(seed: string, values: string[]): string[] {
	const first = createHash('md5').update(seed).digest().readUInt16BE() % values.length;
	return [...values.slice(first), ...values.slice(0, first)];
}

/** True if no rule excludes the row. A rule about a factor that the row lacks does not apply. */
function isPossible(row: Row, n8n: EngineVersion): boolean {
	return !impossible.some(
		({ values, engines }) => (engines?.includes(n8n) ?? true) && isChosen(row, values),
	);
}

function isChosen(row: Row, choice: Choice): boolean {
	return Object.entries(choice).every(([factor, values]) =>
		values.some((value) => value === row[factor]),
	);
}
