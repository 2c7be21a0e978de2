import type { Measurement } from '../measurement.mts';
import { itemCounts } from './itemCounts.mts';
import { loading } from './loading.mts';
import { orderStore } from './orderStore.mts';
import { parallel } from './parallel.mts';
import { rateLimit } from './rateLimit.mts';
import { slowArticles } from './slowArticles.mts';
import { twoExecutions } from './twoExecutions.mts';
import { withoutLimit } from './withoutLimit.mts';

/** All measurements by the names that the command line knows, in the order of the report. */
export const measurements: Record<string, Measurement> = {
	'without-limit': withoutLimit,
	'rate-limit': rateLimit,
	'two-executions': twoExecutions,
	'slow-articles': slowArticles,
	'order-store': orderStore,
	parallel,
	loading,
	'item-counts': itemCounts,
};
