import type { IExecuteFunctions } from 'n8n-workflow';

import type { PanelAccess } from '../api/parseCredential';
import type { AttemptEnded } from '../api/panelClient';
import { lostAnswersOf } from '../api/accountRateLimiters';
import { BatchParameters } from '../parameters/BatchParameters';
import { ItemParameters } from '../parameters/ItemParameters';
import { parallelRequests } from '../parameters/options';
import { jsonOfItem } from '../orders/optionalFunctions';
import { AdaptiveConcurrency } from './AdaptiveConcurrency';

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
	sent(timeoutMs: number): AttemptEnded;
}

/** As the option of the first item says; if it cannot be read, the items say so. */
export function concurrencyOf(functions: IExecuteFunctions, access: PanelAccess): Concurrency {
	const chosen = chosenNumber(functions);
	return chosen === 0
		? new AdaptiveConcurrency(access.requestsPerMinute, lostAnswersOf(access))
		: { limit: chosen, isCautious: false, sent: () => () => {} };
}

function chosenNumber(functions: IExecuteFunctions): number {
	try {
		return new ItemParameters(
			new BatchParameters(functions, jsonOfItem(functions)),
			0,
		).numberOption(parallelRequests);
	} catch {
		return 1;
	}
}
