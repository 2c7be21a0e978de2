import { readRetryAfter } from '../../nodes/BacklinkPanel/rateLimiter/retryAfter.ts';
import type { Clock } from '../../nodes/BacklinkPanel/rateLimiter/Clock.ts';
import type { RateWindow } from '../../sandbox/rateWindows.mts';
import { retryAfterHeaders, type RetryAfterKind } from '../../sandbox/retryAfter.mts';
import { createVirtualClock } from '../unit/virtualClock.mts';
import { chanceFrom } from './chance.mts';
import { type Delivery, deliveryOf, type Reply } from './delivery.mts';
import { openService, type ServiceKind } from './services.mts';

/** Some processes share a key and begin at about the same time, each with its share of requests. */
export interface Scenario {
	service: ServiceKind;
	processes: number;
	/** Over all processes. */
	requests: number;
	/** How long an accepted request takes, in ms. */
	latencyMs: number;
	/** At most so many requests of a process are in flight. */
	inFlight: number;
	retryAfter: RetryAfterKind;
	/**
	 * When the service's fixed windows end: the first one 35 s after the start, as in the study that the
	 * limiter goes back to, or at any time.
	 */
	windowsEnd: 'after35s' | 'atAnyTime';
	seed: number;
	/** Requests of another process that comes in the middle of it. */
	latecomer?: number;
}

export interface Report {
	/** Whether all requests were accepted within six times the ideal time. */
	isFinished: boolean;
	/** From the start to the last answer, in ms. */
	makespanMs: number;
	/** The same for a client that knows all about the service, with any number of requests in flight. */
	idealMs: number;
	/** 429s for each request. */
	rejectionShare: number;
	/** The longest that a request waited for the limit, in ms. */
	longestWaitMs: number;
	latecomerMs: number;
}

/** Processes start within this time, in ms. */
const START_SPREAD_MS = 2_000;
/** Their clocks are wrong by up to this, in ms. */
const CLOCK_ERROR_MS = 500;
/** How long a request takes to the service, in ms. */
const UPLINK_MS = { shortest: 10, longest: 50 };
/** A 429 takes as long as any answer, but not longer than this, in ms. */
const LONGEST_REJECTION_MS = 100;
/** Answers take more or less long by this part. */
const LATENCY_SPREAD = 0.15;
/** Whoever needs this many times the ideal time, and a minute more, will never finish. */
const PATIENCE = 6;
/** The clock is looked at this often, in ms. */
const STEP_MS = 1_000;
const MINUTE_MS = 60_000;
const FIRST_WINDOW_MS = 35_000;

/** Lets it happen in virtual time, the same for the same seed. */
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

/** A process of n8n: its requests, its pace, and what it measured. Times in ms since the start. */
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

/** When it begins, and when the service's windows do if not with the minute; in ms. */
function beginning({ service, windowsEnd }: Scenario, chance: () => number) {
	const noon = Date.UTC(2026, 10, 27, 12);
	const start = noon + chance() * MINUTE_MS;
	const phaseMs = chance() * MINUTE_MS;
	if (windowsEnd === 'atAnyTime') return { start, phaseMs };
	return service === 'FX'
		? { start, phaseMs: (start + FIRST_WINDOW_MS) % MINUTE_MS }
		: { start: noon + MINUTE_MS - FIRST_WINDOW_MS, phaseMs };
}

/** How long it would take to send each request the moment that the service would accept it, in ms. */
function idealTime({ requests, latencyMs }: Scenario, service: RateWindow, start: number): number {
	let now = start;
	for (let sent = 0; sent < requests; sent += 1) {
		now += service.waitAt(now);
		// The wait is exact but for the rounding of its fractions.
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
