import { parseArgs } from 'node:util';

/** What a benchmark run is asked for. */
export interface BenchCommand {
	/** Names of measurements; all where none was given. */
	names: string[];
	isQuick: boolean;
}

/**
 * Reads the command line.
 * @throws when it names something unknown
 */
export function readCommandLine(args: string[], known: string[]): BenchCommand {
	const { values } = parseArgs({
		args,
		options: { only: { type: 'string', multiple: true }, quick: { type: 'boolean' } },
	});
	const { only: names = known, quick: isQuick = false } = values;
	const unknown = names.filter((name) => !known.includes(name));
	if (unknown.length === 0) return { names, isQuick };
	throw new Error(`No measurement ${unknown.join(', ')}. There are: ${known.join(', ')}`);
}
