import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import { accountOf, type LastLostAnswer } from '../api/Account';
import type { OnTryEnd } from '../api/panelClient';
import type { PanelAccess } from '../api/parseCredential';
import type { PanelFailure } from '../errors/panelFailure';
import { ItemParameters } from '../parameters/ItemParameters';
import { parallelRequestsOption } from '../parameters/options';

/** As the option of the first item says; if it cannot be read, the items say so. */
export function concurrencyOf(functions: IExecuteFunctions, access: PanelAccess): Concurrency {
	let chosen = 1;
	try {
		chosen = new ItemParameters(functions, 0).options().number(parallelRequestsOption);
	} catch {
		// The first item says so.
	}
	return new Concurrency(chosen, access.requestsPerMinute, accountOf(access).lastLostAnswer);
}

/** How many requests may be in flight at first, and at the most after an answer was lost. */
const INITIAL = 10;
/** An answer is quick if it took at most this many times as long as the quickest of the batch. */
const QUICK = 1.25;
/** Shorter differences are noise. In ms. */
const QUICK_MS = 250;
/** This many times as many as were answered quickly may be tried. */
const GROWTH = 1.5;
/** An answer is slow if it took more than this part of the timeout. */
const SLOW = 1 / 3;
/** The same while recovering from a lost answer. */
const SLOW_IN_RECOVERY = 2 / 3;
/** For so long, in ms, a lost answer keeps all batches of the account from growing. */
const CAUTIOUS_MS = 3_600_000;
/** After so many lost answers in a row the service is taken for down. */
const MOST_LOST_IN_A_ROW = 10;

/**
 * Finds out how many requests of a batch the service bears in flight: more while it answers as quickly
 * as before, fewer where answers are slow or get lost. A request that waits behind others cannot be
 * quick, so a quick one shows that the service handles as many at a time as were in flight with it.
 */
export class Concurrency {
	/** Has a fraction while it recovers from a lost answer. */
	private found = INITIAL;
	/** How far it may grow, by what the service has shown so far. */
	private ceiling = INITIAL;
	private quickestMs = Number.POSITIVE_INFINITY;
	private inFlight = 0;
	private sentSoFar = 0;
	/** The last one that was sent before the concurrency was cut. */
	private lastBeforeCut = 0;
	private lostInARow = 0;

	/**
	 * @param chosen a fixed number; 0 = to be found out
	 * @param most what the rate limit can use at the most: the requests per minute
	 * @param lastLostAnswer shared by all batches of the account
	 * @param now a clock that cannot be set, in ms
	 */
	constructor(
		private readonly chosen: number,
		private readonly most: number,
		private readonly lastLostAnswer: LastLostAnswer,
		private readonly now: () => number = () => performance.now(),
	) {}

	/** How many requests may be in flight now, at least 1. */
	get limit(): number {
		return this.chosen === 0 ? Math.floor(this.found) : this.chosen;
	}

	/** True if so many answers were lost in a row that a whole batch would become unknown. */
	get isServiceDown(): boolean {
		return this.lostInARow >= MOST_LOST_IN_A_ROW;
	}

	/**
	 * Counts a request that leaves now.
	 *
	 * @param timeoutMs how long its answer may take, in ms
	 * @returns to be told how it ended
	 */
	sent(timeoutMs: number): OnTryEnd {
		this.inFlight += 1;
		this.sentSoFar += 1;
		const { inFlight, sentSoFar: place } = this;
		const sentAt = this.now();
		return (outcome) => {
			this.inFlight -= 1;
			if (outcome.kind === 'answer') this.answered(inFlight, this.now() - sentAt, timeoutMs);
			else if (isAnswerLost(outcome)) this.lost(place);
			else if (outcome.httpStatus !== null) this.lostInARow = 0;
		};
	}

	/** `inFlight`: how many were in flight as the request was sent, itself included. */
	private answered(inFlight: number, tookMs: number, timeoutMs: number): void {
		this.lostInARow = 0;
		this.quickestMs = Math.min(this.quickestMs, tookMs);
		const isRecovering = this.found < INITIAL;
		const isSlow = tookMs > timeoutMs * (isRecovering ? SLOW_IN_RECOVERY : SLOW);
		if (isSlow) {
			this.ceiling = Math.min(this.ceiling, this.found - 1);
		} else if (tookMs <= Math.max(QUICK_MS, this.quickestMs * QUICK)) {
			this.ceiling = Math.max(this.ceiling, Math.floor(inFlight * GROWTH));
		}
		// One more for each answer; in recovery, one more for each round of answers.
		const more = isRecovering ? 1 / this.found : 1;
		this.found = Math.min(this.highest(), this.found + (isSlow ? 0 : more));
	}

	private highest(): number {
		const isCautious = this.now() - this.lastLostAnswer.lastAt < CAUTIOUS_MS;
		return isCautious ? INITIAL : Math.max(INITIAL, Math.min(this.ceiling, this.most));
	}

	private lost(place: number): void {
		this.lostInARow += 1;
		this.lastLostAnswer.lastAt = this.now();
		// One overload loses many answers, of those that had been sent by then.
		if (place <= this.lastBeforeCut) return;
		this.found = Math.max(1, Math.min(INITIAL, this.found / 2));
		this.ceiling = INITIAL;
		this.lastBeforeCut = this.sentSoFar;
	}
}

/**
 * True if an answer got lost as happens under load: a timeout, a broken connection, a 5xx, a success
 * without a readable body. A refusal, a redirect or the user's Stop is no sign of load.
 */
function isAnswerLost({ reason, httpStatus, isTransient }: PanelFailure): boolean {
	if (reason !== 'outcomeUnknown' && reason !== 'readFailed') return false;
	return isTransient === true || (httpStatus !== null && httpStatus < 300);
}

/**
 * Runs a task for each index from 0 on, in that order, several at once. Starts nothing further once it
 * is stopped; resolves when all that was started is done.
 *
 * @param limit how many tasks may run at once, at least 1; asked again after each one that is done
 * @param task must not reject: any failure is part of its result
 * @param turnEnds resolves once all is done that could be done by now. Tasks that end in one turn are
 * followed up together, since many requests in a row take less time than one here and there.
 * @returns the results by index; undefined where the task was not started
 */
export async function inParallel<Result>(
	count: number,
	limit: () => number,
	isStopped: () => boolean,
	task: (index: number) => Promise<Result>,
	turnEnds: () => Promise<void> = async () => await sleep(0),
): Promise<Array<Result | undefined>> {
	const results = new Array<Result | undefined>(count).fill(undefined);
	const running = new Set<Promise<void>>();
	let next = 0;

	for (;;) {
		while (next < count && running.size < limit() && !isStopped()) {
			const index = next++;
			const started = task(index).then((result) => {
				results[index] = result;
				running.delete(started);
			});
			running.add(started);
		}
		if (running.size === 0) return results;
		await Promise.race(running);
		if (next < count) await turnEnds();
	}
}
