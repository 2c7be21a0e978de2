import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import { accountOf } from '../api/Account';
import type { OnTryEnd } from '../api/panelClient';
import type { RequestOutcome } from '../api/panelRequest';
import type { PanelAccess } from '../api/parseCredential';
import { ItemParameters } from '../parameters/FormParameters';
import { parallelRequestsOption } from '../parameters/options';
import { Concurrency, type RequestEnd } from '../rateLimiter/Concurrency';

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

/** Counts a request that leaves now, and its end. */
export function countIn(concurrency: Concurrency, timeoutMs: number): OnTryEnd {
	const ended = concurrency.sent(timeoutMs);
	return (outcome) => ended(endOf(outcome));
}

/** A timeout, a broken connection, a 5xx and a success without a readable body are signs of load. */
export function endOf(outcome: RequestOutcome): RequestEnd {
	if (outcome.kind === 'answer') return 'answered';
	const { reason, httpStatus, isTransient } = outcome;
	const isUnread = reason === 'outcomeUnknown' || reason === 'readFailed';
	if (isUnread && (isTransient || (httpStatus ?? 300) < 300)) return 'lost';
	return httpStatus === null ? 'untold' : 'refused';
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
