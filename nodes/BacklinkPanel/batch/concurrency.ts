import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import { accountOf } from '../api/Account';
import type { OnAttemptEnd } from '../api/panelClient';
import type { RequestOutcome } from '../api/panelRequest';
import type { PanelAccess } from '../api/parseCredential';
import type { Operation } from '../operations/Operation';
import { ItemParameters } from '../parameters/FormParameters';
import { parallelRequestsOption } from '../parameters/options';
import { Concurrency, type RequestEnd } from '../rateLimiter/Concurrency';

/** Reads the option Parallel Requests of the first item. */
export function concurrencyOf(
	functions: IExecuteFunctions,
	access: PanelAccess,
	{ spendsCredits }: Operation,
): Concurrency {
	let chosen = 1;
	try {
		chosen = new ItemParameters(functions, 0).options().number(parallelRequestsOption);
	} catch {
		// Goes on with one at a time. The first item reports that the option cannot be read.
	}
	const { lastLostAnswer, lostOrders } = accountOf(access);
	const lostInARow = spendsCredits ? lostOrders : undefined;
	return new Concurrency(chosen, access.requestsPerMinute, lastLostAnswer, lostInARow);
}

/** Counts a request as in flight until it has ended. */
export function countIn(concurrency: Concurrency, timeoutMs: number): OnAttemptEnd {
	const ended = concurrency.sent(timeoutMs);
	return (outcome) => ended(endOf(outcome));
}

/**
 * Classifies the outcome of a request. A Stop does not count as `lost`: it has no status, and is not
 * transient.
 */
export function endOf(outcome: RequestOutcome): RequestEnd {
	if (outcome.kind === 'answer') return 'answered';
	const { reason, httpStatus, isTransient } = outcome;
	const isUnread = ['outcomeUnknown', 'notConfirmed', 'readFailed'].includes(reason);
	if (isUnread && (isTransient || httpStatus !== null)) return 'lost';
	return httpStatus === null || reason === 'limit' ? 'untold' : 'refused';
}

/**
 * Starts a task for each index from 0 on, several at once, until `isStopped` returns true. Resolves when all
 * started tasks have ended.
 *
 * @param limit number of tasks at once, at least 1; read again after each end of a task
 * @param task must not reject: a failure is a result
 * @param turnEnds resolves at the end of the event loop's turn, so that tasks that ended in it are replaced
 * together
 * @returns the results by index; undefined for tasks that were not started
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
