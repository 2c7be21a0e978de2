/**
 * `npm run simulate`: how the limiter does against services that count in different ways, beside an
 * ideal client and AWS's adaptive retry mode, and how many requests the node has in flight at panels
 * that are fast, slow or easily overloaded. In virtual time.
 */
import { burstThroughLimiter, burstThroughPool } from './burst.mts';
import { concurrencyReport } from './concurrency/report.mts';
import { goals, missed } from './goals.mts';
import type { StrategyName } from './strategies.mts';
import { describeService, serviceKinds } from './services.mts';
import { sweep, type Cell, type Sweep } from './sweep.mts';
import { markdownTable } from '../../tooling/markdownTable.mts';
import { percent, seconds } from './figures.mts';

const processCounts = [1, 2, 4, 8];
const IN_FLIGHT = 20;

/** @param options of the command line */
export async function run({ quick: isQuick = false }: { quick?: boolean }): Promise<void> {
	const size = isQuick
		? { requests: [120, 300], latencies: [1_000], runs: 2 }
		: { requests: [120, 300, 600], latencies: [100, 1_000, 10_000], runs: 5 };

	const common = {
		...size,
		inFlight: IN_FLIGHT,
		retryAfter: 'none',
		windowsEnd: 'after35s',
	} as const;
	const misses: string[] = [];

	print(serviceKinds.map(describeService).join('\n'));
	print(
		`Requests: ${size.requests.join(', ')} over all processes. Latency: ${size.latencies.join(', ')} ms. ` +
			`Each ${size.runs} times. At most ${IN_FLIGHT} in flight for each process.\n` +
			'A cell: makespan ÷ ideal · 429s in % of the requests · most tries · longest starvation · fairness',
	);

	for (const processes of processCounts) {
		const limiter = await sweepAll({ ...common, strategy: 'RateLimiter', processes });
		const aws = await sweepAll({ ...common, strategy: 'AWS adaptive', processes });
		print(`## ${processesInWords(processes)}`);
		print(
			markdownTable(
				['', ...serviceKinds],
				[
					['RateLimiter', ...limiter.map(inWords)],
					['AWS adaptive', ...aws.map(inWords)],
				],
			),
		);
		serviceKinds.forEach((service, index) => {
			const [limiterCell, awsCell] = [limiter[index], aws[index]];
			if (!limiterCell || !awsCell) return;
			const here = missed(service, limiterCell, awsCell);
			misses.push(...here.map((miss) => `${processesInWords(processes)}, ${miss}`));
		});
	}

	print('## RateLimiter, the service says when to come again (Retry-After in seconds)');
	await printRows({ ...common, strategy: 'RateLimiter', retryAfter: 'seconds' }, inWords);

	print(
		'## RateLimiter, windows that end at any time\n\nHere the ideal client has as many requests in flight as the processes.',
	);
	await printRows({ ...common, strategy: 'RateLimiter', windowsEnd: 'atAnyTime' }, (cell) =>
		inWords({ ...cell, makespanToIdeal: cell.makespanToIdealInFlight }),
	);

	print('## A job of 5 beside one of 600: seconds on average and at most');
	const beside = { ...common, requests: [600], latencies: [1_000], runs: isQuick ? 3 : 20 };
	const small = await sweepAll({ ...beside, strategy: 'RateLimiter', processes: 1, latecomer: 5 });
	print(
		markdownTable(
			['', ...serviceKinds],
			[
				[
					'RateLimiter',
					...small.map(
						({ latecomerMs }) => `${seconds(latecomerMs.mean)} · ${seconds(latecomerMs.longest)}`,
					),
				],
			],
		),
	);
	serviceKinds.forEach((service, index) => {
		const longest = small[index]?.latecomerMs.longest ?? 0;
		if (longest > goals.latecomerMs) misses.push(`Small job, ${service}: ${seconds(longest)}`);
	});

	print('## 60 requests of 0.1 s from rest');
	for (const inFlight of [10, 20]) {
		const burst = { requests: 60, inFlight, latencyMs: 100 };
		const ratio = (await burstThroughLimiter(burst)) / burstThroughPool(burst);
		print(`${inFlight} in flight: ${ratio.toFixed(2)} × a pool without a limiter`);
		if (ratio > goals.burstToPool)
			misses.push(`Burst with ${inFlight} in flight: ${ratio.toFixed(2)} ×`);
	}

	const concurrency = await concurrencyReport(isQuick);
	for (const text of concurrency.tables) print(text);
	misses.push(...concurrency.misses);

	print(
		misses.length === 0 ? 'All goals are reached.' : `Goals that are missed:\n${misses.join('\n')}`,
	);
}

function print(text: string): void {
	console.log(`${text}\n`);
}

async function printRows(
	set: Omit<Sweep, 'service' | 'processes'> & { strategy: StrategyName },
	toWords: (cell: Cell) => string,
): Promise<void> {
	const rows: string[][] = [];
	for (const processes of processCounts) {
		const cells = await sweepAll({ ...set, processes });
		rows.push([processesInWords(processes), ...cells.map(toWords)]);
	}
	print(markdownTable(['', ...serviceKinds], rows));
}

async function sweepAll(set: Omit<Sweep, 'service'>): Promise<Cell[]> {
	const cells: Cell[] = [];
	for (const service of serviceKinds) cells.push(await sweep({ ...set, service }));
	return cells;
}

function processesInWords(count: number): string {
	return count === 1 ? '1 process' : `${count} processes`;
}

function inWords(cell: Cell): string {
	const { runs, unfinished, makespanToIdeal, rejectionShare, mostTries } = cell;
	if (unfinished > 0) return `never (${unfinished} of ${runs})`;
	return [
		`${makespanToIdeal.toFixed(3)}×`,
		percent(rejectionShare),
		mostTries,
		seconds(cell.longestStarvationMs),
		cell.fairness.toFixed(2),
	].join(' · ');
}
