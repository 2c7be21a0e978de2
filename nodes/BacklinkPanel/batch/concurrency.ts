import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import { accountOf, type LastLostAnswer } from '../api/Account';
import type { PanelAccess } from '../api/parseCredential';
import type { OnTryEnd } from '../api/panelClient';
import { failure, type PanelFailure } from '../errors/panelFailure';
import type { ItemResult } from '../operations/ItemResult';
import { BatchParameters } from '../parameters/BatchParameters';
import { ItemParameters } from '../parameters/ItemParameters';
import { parallelRequestsOption } from '../parameters/options';
import { jsonOfItem } from '../api/optionalFunctions';

/** How many requests of a batch may be in flight at once. */
export interface Concurrency {
	/** At least 1. */
	readonly limit: number;
	/** Whether it is kept low, because answers of the service got lost. */
	readonly isCautious: boolean;
	/**
	 * A request of the batch leaves now.
	 *
	 * @param timeoutMs how long its answer may take, in ms
	 * @returns to be told what became of it
	 */
	sent(timeoutMs: number): OnTryEnd;
}

/** As the option of the first item says; if it cannot be read, the items say so. */
export function concurrencyOf(functions: IExecuteFunctions, access: PanelAccess): Concurrency {
	const chosen = chosenNumber(functions);
	return chosen === 0
		? new AdaptiveConcurrency(access.requestsPerMinute, accountOf(access).lastLostAnswer)
		: { limit: chosen, isCautious: false, sent: () => () => {} };
}

function chosenNumber(functions: IExecuteFunctions): number {
	try {
		return new ItemParameters(
			new BatchParameters(functions, jsonOfItem(functions)),
			0,
		).numberOption(parallelRequestsOption);
	} catch {
		return 1;
	}
}

/** How many requests may be in flight at first, and at the most after an answer was lost. */
export const INITIAL_CONCURRENCY = 10;
/** An answer is quick if it took at most this many times as long as the quickest of the batch. */
const QUICK = 1.25;
/** Or at most this long, in ms: of times as short as these, most is chance, and nobody waits for long. */
const QUICK_MS = 250;
/** This many times as many as were answered quickly may be tried. */
const GROWTH = 1.5;
/** An answer is slow if it took more than this part of the timeout. */
const SLOW = 1 / 3;
/** The same while recovering from a lost answer, below the concurrency of the start. */
const SLOW_IN_RECOVERY = 2 / 3;
/** For so long, in ms, a lost answer keeps all batches of the account from growing. */
const CAUTIOUS_MS = 3_600_000;

/** A request that is in flight. All times in ms. */
interface Sent {
	/** Which one of the batch it is, from 1 on. */
	place: number;
	/** How many of the batch were in flight as it was sent, itself included. */
	inFlight: number;
	at: number;
	timeoutMs: number;
}

/**
 * Finds out how many requests of a batch the service bears in flight: more while it answers as quickly
 * as before, fewer where answers are slow or get lost. A request that waits behind others cannot be
 * quick, so a quick one shows that the service handles as many at a time as were in flight with it.
 */
export class AdaptiveConcurrency {
	/** Has a fraction while it recovers from a lost answer. */
	private concurrency = INITIAL_CONCURRENCY;
	/** How far it may grow, by what the service has shown so far. */
	private ceiling = INITIAL_CONCURRENCY;
	private quickestMs = Number.POSITIVE_INFINITY;
	private inFlight = 0;
	private sentSoFar = 0;
	/** The last one that was sent before the concurrency was cut. */
	private lastBeforeCut = 0;

	/**
	 * @param most what the rate limit can use at the most: the requests per minute
	 * @param lostAnswers shared by all batches of the account
	 * @param now a clock that cannot be set, in ms
	 */
	constructor(
		private readonly most: number,
		private readonly lostAnswers: LastLostAnswer,
		private readonly now: () => number = () => performance.now(),
	) {}

	get limit(): number {
		return Math.floor(this.concurrency);
	}

	/** Whether an answer of the account was lost within the last hour. */
	get isCautious(): boolean {
		return this.now() - this.lostAnswers.lastAt < CAUTIOUS_MS;
	}

	sent(timeoutMs: number): OnTryEnd {
		this.inFlight += 1;
		this.sentSoFar += 1;
		const { inFlight, sentSoFar: place } = this;
		const sent: Sent = { place, inFlight, at: this.now(), timeoutMs };
		return (outcome) => {
			this.inFlight -= 1;
			if (outcome.kind === 'answer') this.answered(sent);
			else if (isAnswerLost(outcome)) this.lost(sent);
		};
	}

	private answered({ inFlight, at, timeoutMs }: Sent): void {
		const tookMs = this.now() - at;
		this.quickestMs = Math.min(this.quickestMs, tookMs);
		const isRecovering = this.concurrency < INITIAL_CONCURRENCY;
		const isSlow = tookMs > timeoutMs * (isRecovering ? SLOW_IN_RECOVERY : SLOW);
		if (isSlow && !isRecovering) {
			this.ceiling = Math.min(this.ceiling, Math.max(INITIAL_CONCURRENCY, this.concurrency - 1));
		}
		const quickMs = Math.max(QUICK_MS, this.quickestMs * QUICK);
		if (!isSlow && tookMs <= quickMs) {
			this.ceiling = Math.max(this.ceiling, Math.floor(inFlight * GROWTH));
		}
		// One more for each answer; in recovery, one more for each round of answers.
		const more = isRecovering ? 1 / this.concurrency : 1;
		this.concurrency = Math.min(this.highest, this.concurrency + (isSlow ? 0 : more));
	}

	/** How far it may grow now. */
	private get highest(): number {
		return this.isCautious
			? INITIAL_CONCURRENCY
			: Math.max(INITIAL_CONCURRENCY, Math.min(this.ceiling, this.most));
	}

	private lost({ place }: Sent): void {
		this.lostAnswers.lastAt = this.now();
		// One overload loses many answers, of what had been sent by then.
		if (place <= this.lastBeforeCut) return;
		this.concurrency = Math.max(1, Math.min(INITIAL_CONCURRENCY, this.concurrency / 2));
		this.ceiling = INITIAL_CONCURRENCY;
		this.lastBeforeCut = this.sentSoFar;
	}
}

/** After so many lost answers in a row the service is taken for down. */
const MOST_LOST_IN_A_ROW = 10;

/** Counts lost answers, so that a service that is down does not leave a whole batch unknown. */
export class LostAnswersInARow {
	private lost = 0;

	/** @returns why nothing more is sent, where there were too many */
	count(result: ItemResult): PanelFailure | undefined {
		if (result.kind === 'failed' && isAnswerLost(result.failure)) this.lost += 1;
		else if (isAnswered(result)) this.lost = 0;
		return this.lost < MOST_LOST_IN_A_ROW
			? undefined
			: failure('notStarted', {
					detail: `The last ${MOST_LOST_IN_A_ROW} answers of the service were lost, so this item was not sent`,
				});
	}
}

/** True if the service was asked for the item just now, and answered. */
function isAnswered(result: ItemResult): boolean {
	if (result.kind === 'failed') return result.failure.httpStatus !== null;
	return result.by === 'ordering' || result.by === 'reading';
}

/**
 * Whether an answer got lost as happens under load: a timeout, a broken connection, a 5xx, a success
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
 * @param task must not reject: what can go wrong is part of its result
 * @param turnEnds resolves once all is done that could be done by now. Tasks that end in the same turn
 * are followed up together, since many requests in a row take far less time than one here and there.
 * @returns the results by index; undefined where the task was not started
 */
export async function inParallel<Result>(
	count: number,
	limit: () => number,
	isStopped: () => boolean,
	task: (index: number) => Promise<Result>,
	turnEnds: () => Promise<void> = async () => {
		await sleep(0);
	},
): Promise<Array<Result | undefined>> {
	const results = new Array<Result | undefined>(count).fill(undefined);
	let next = 0;
	let running = 0;
	let isTurnEnding = false;
	await new Promise<void>((resolve, reject) => {
		async function run(index: number): Promise<void> {
			running += 1;
			results[index] = await task(index);
			running -= 1;
			if (isTurnEnding) return;
			isTurnEnding = true;
			if (next < count) await turnEnds();
			isTurnEnding = false;
			startMore();
		}
		function startMore(): void {
			while (next < count && running < limit() && !isStopped()) run(next++).catch(reject);
			if (running === 0) resolve();
		}
		startMore();
	});
	return results;
}
