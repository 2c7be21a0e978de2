/**
 * `npm run simulate` compares the rate limiter with an ideal client, at services that count in different
 * ways. A second part tests the number of requests in flight at fast, slow and easily overloaded services.
 */
import { concurrencyReport } from './concurrency/report.mts';
import { goals } from './goals.mts';
import { describeService, serviceKinds } from './services.mts';
import { type Cell, meanMakespan, missed, sweep, type Sweep } from './sweep.mts';
import { markdownTable } from '../../tooling/markdownTable.mts';

const common = { inFlight: 20, retryAfter: 'none', windowsEnd: 'after35s' } as const;

export async function run({ quick: isQuick = false }: { quick?: boolean }): Promise<void> {
	const misses: string[] = [];
	const size = isQuick
		? { requests: [120, 300], latencies: [1_000], runs: 2 }
		: { requests: [120, 300, 600], latencies: [100, 1_000, 10_000], runs: 5 };
	const long = { requests: [2_400], latencies: [1_000], runs: isQuick ? 1 : 3 };

	print(serviceKinds.map(describeService).join('\n'));
	print(
		`${size.requests.join(', ')} requests over all processes; answers of ${size.latencies.join(', ')} ms; ` +
			`each ${size.runs} times; at most ${common.inFlight} in flight for each process.\n` +
			'A cell: makespan ÷ ideal · 429s in % of the requests · longest wait of a request. ' +
			'The mean is over all kinds but SLp.',
	);
	await printRows([1, 4, 8], { ...common, ...size });

	print(`## ${long.requests.join(', ')} requests, windows that end at any time`);
	await printRows([4, 8], { ...common, ...long, windowsEnd: 'atAnyTime' });

	print('## The service says when to come again (Retry-After in seconds)');
	await printRows([1, 4], { ...common, ...size, runs: 1, retryAfter: 'seconds' });

	print('## A job of 5 beside one of 600: seconds on average and at most');
	const beside = { ...common, requests: [600], latencies: [1_000], runs: isQuick ? 3 : 20 };
	const small = await sweep({ ...beside, processes: 1, latecomer: 5 });
	print(
		markdownTable(serviceKinds, [
			small.map(({ latecomerMs: { mean, longest } }) => `${seconds(mean)} · ${seconds(longest)}`),
		]),
	);
	for (const { service, latecomerMs } of small) {
		if (latecomerMs.longest <= goals.latecomerMs) continue;
		misses.push(`Small job, ${service}: ${seconds(latecomerMs.longest)}`);
	}

	const concurrency = await concurrencyReport(isQuick);
	for (const text of concurrency.tables) print(text);
	misses.push(...concurrency.misses);
	print(
		misses.length === 0 ? 'All goals are reached.' : `Goals that are missed:\n${misses.join('\n')}`,
	);

	async function printRows(processCounts: number[], set: Omit<Sweep, 'processes'>): Promise<void> {
		const rows: string[][] = [];
		for (const processes of processCounts) {
			const cells = await sweep({ ...set, processes });
			const title = processes === 1 ? '1 process' : `${processes} processes`;
			rows.push([title, `${meanMakespan(cells).toFixed(3)}×`, ...cells.map(inWords)]);
			misses.push(...missed(processes, cells).map((miss) => `${title}, ${miss}`));
		}
		print(markdownTable(['', 'mean', ...serviceKinds], rows));
	}
}

function print(text: string): void {
	console.log(`${text}\n`);
}

function inWords(cell: Cell): string {
	const { runs, unfinished, makespanToIdeal, rejectionShare, longestWaitMs } = cell;
	if (unfinished > 0) return `never (${unfinished} of ${runs})`;
	const share = `${Math.round(rejectionShare * 100)} %`;
	return [`${makespanToIdeal.toFixed(3)}×`, share, seconds(longestWaitMs)].join(' · ');
}

function seconds(ms: number): string {
	return `${Math.round(ms / 1000)} s`;
}
