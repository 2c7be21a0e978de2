import { readRetryAfter } from '../../nodes/BacklinkPanel/rateLimiter/retryAfter.ts';
import type { Clock } from '../../nodes/BacklinkPanel/rateLimiter/Clock.ts';
import type { RateWindow } from '../../sandbox/rateWindows.mts';
import { retryAfterHeaders, type RetryAfterKind } from '../../sandbox/retryAfter.mts';
import { createVirtualClock } from '../unit/virtualClock.mts';
import { chanceFrom } from './chance.mts';
import { type Delivery, deliveryOf, type Reply } from './delivery.mts';
import { openService, type ServiceKind } from './services.mts';

/** Processes that share a key and start at about the same time, each with its share of requests. */
export interface Scenario {
	service: ServiceKind;
	processes: number;
	/** Number of requests over all processes. */
	requests: number;
	/** Time for an accepted request, in ms. */
	latencyMs: number;
	/** Highest number of requests of a process in flight. */
	inFlight: number;
	retryAfter: RetryAfterKind;
	/** End of the service's first fixed window: 35 s after the start, or at any time. */
	windowsEnd: 'after35s' | 'atAnyTime';
	seed: number;
	/** Requests of a further process that starts later. */
	latecomer?: number;
}

export interface Report {
	/** True if all requests were accepted before the simulation gave up, see `PATIENCE`. */
	isFinished: boolean;
	/** Time from the start to the last answer, in ms. */
	makespanMs: number;
	/** Makespan of a client that sends each request at the first moment when the service accepts one. */
	idealMs: number;
	/** Number of 429s per request. */
	rejectionShare: number;
	/** Longest wait of a request for the limit, in ms. */
	longestWaitMs: number;
	latecomerMs: number;
}

/** Time in ms within which all processes start. */
const START_SPREAD_MS = 2_000;
/** Largest error of a process's clock, in ms. */
const CLOCK_ERROR_MS = 500;
/** Time until a request reaches the service, in ms. */
const UPLINK_MS = { shortest: 10, longest: 50 };
/** Longest time for a 429, in ms. A 429 never takes longer than another answer. */
const LONGEST_REJECTION_MS = 100;
/** Share by which the time for an answer varies. */
const LATENCY_SPREAD = 0.15;
/** Factor of (ideal time + a minute) after which the simulation gives up. */
const PATIENCE = 6;
const STEP_MS = 1_000;
const MINUTE_MS = 60_000;
const FIRST_WINDOW_MS = 35_000;

/** Runs a scenario in virtual time. The same seed gives the same report. */
export async function runScenario(scenario: Scenario): Promise<Report> {
	const chance = chanceFrom(scenario.seed);
	const { start, phaseMs } = beginning(scenario, chance);
	const open = () => openService(scenario.service, phaseMs);
	const idealMs = idealTime(scenario, open(), start);
	const clock = createVirtualClock(chance, start);
	const world = { scenario, clock, chance, service: open() };

	const shares = shareOut(scenario.requests, scenario.processes);
	const processes = shares.map(
		(requests) => new Process(world, requests, chance() * START_SPREAD_MS),
	);
	const latecomer = new Process(world, scenario.latecomer ?? 0, idealMs * (0.2 + 0.4 * chance()));
	const everybody = [...processes, latecomer];
	const longest = (idealMs + MINUTE_MS) * PATIENCE;
	for (const process of everybody) void process.run();
	while (clock.elapsed() < longest && everybody.some((process) => !process.isDone)) {
		await clock.advance(STEP_MS);
	}

	return {
		isFinished: everybody.every((process) => process.isDone),
		makespanMs: Math.max(...processes.map((process) => process.endedAt)),
		idealMs,
		rejectionShare: sum(everybody.map((process) => process.rejections)) / scenario.requests,
		longestWaitMs: Math.max(...processes.map((process) => process.longestWaitMs)),
		latecomerMs: latecomer.endedAt - latecomer.startsAt,
	};
}

interface World {
	scenario: Scenario;
	clock: ReturnType<typeof createVirtualClock>;
	chance: () => number;
	service: RateWindow;
}

/** Process of n8n that sends its requests and measures them. Times in ms since the start. */
class Process {
	endedAt = 0;
	rejections = 0;
	longestWaitMs = 0;
	private accepted = 0;
	private begun = 0;
	private readonly deliver: Delivery;

	constructor(
		private readonly world: World,
		private readonly requests: number,
		readonly startsAt: number,
	) {
		const { clock, chance } = world;
		const clockErrorMs = (2 * chance() - 1) * CLOCK_ERROR_MS;
		const ownClock: Clock = { ...clock, wallTime: () => clock.wallTime() + clockErrorMs };
		this.deliver = deliveryOf(ownClock);
	}

	get isDone(): boolean {
		return this.accepted === this.requests;
	}

	async run(): Promise<void> {
		await this.world.clock.sleep(this.startsAt);
		const workers = Math.min(this.world.scenario.inFlight, this.requests);
		await Promise.all(Array.from({ length: workers }, async () => await this.work()));
	}

	private async work(): Promise<void> {
		while (this.begun < this.requests) {
			this.begun += 1;
			const waitedMs = await this.deliver(async () => await this.send());
			this.longestWaitMs = Math.max(this.longestWaitMs, waitedMs);
		}
	}

	private async send(): Promise<Reply> {
		const { clock, chance, service, scenario } = this.world;
		const between = (least: number, most: number) => least + chance() * (most - least);
		const uplinkMs = between(UPLINK_MS.shortest, UPLINK_MS.longest);
		await clock.sleep(uplinkMs);
		const isAccepted = service.admit(clock.wallTime());
		const waitMs = service.waitAt(clock.wallTime());
		const answerMs = isAccepted
			? scenario.latencyMs
			: Math.min(scenario.latencyMs, LONGEST_REJECTION_MS);
		await clock.sleep(answerMs * between(1 - LATENCY_SPREAD, 1 + LATENCY_SPREAD) - uplinkMs);

		if (isAccepted) {
			this.accepted += 1;
			this.endedAt = clock.elapsed();
			return { isAccepted };
		}
		this.rejections += 1;
		const headers = retryAfterHeaders(scenario.retryAfter, waitMs, clock.wallTime());
		return { isAccepted, retryAfterMs: readRetryAfter(headers, clock.wallTime()) };
	}
}

/** Returns the start, and for FX the offset of the windows from the calendar minute, in ms. */
function beginning({ service, windowsEnd }: Scenario, chance: () => number) {
	const noon = Date.UTC(2026, 10, 27, 12);
	const start = noon + chance() * MINUTE_MS;
	const phaseMs = chance() * MINUTE_MS;
	if (windowsEnd === 'atAnyTime') return { start, phaseMs };
	return service === 'FX'
		? { start, phaseMs: (start + FIRST_WINDOW_MS) % MINUTE_MS }
		: { start: noon + MINUTE_MS - FIRST_WINDOW_MS, phaseMs };
}

function idealTime({ requests, latencyMs }: Scenario, service: RateWindow, start: number): number {
	let now = start;
	for (let sent = 0; sent < requests; sent += 1) {
		now += service.waitAt(now);
		// Makes up for rounding in `waitAt`.
		while (!service.admit(now)) now += 1;
	}
	return now - start + latencyMs;
}

function shareOut(requests: number, processes: number): number[] {
	return Array.from({ length: processes }, (_, index) =>
		Math.floor((requests + index) / processes),
	);
}

function sum(numbers: number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
