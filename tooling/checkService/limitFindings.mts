import type { IDataObject } from 'n8n-workflow';

import type { ListLimitKind } from '../../sandbox/settings.mts';
import { type Finding, undocumented } from './finding.mts';
import { articlesWithLimit1, readOrders } from './nodeReading.mts';

const inWords: Record<ListLimitKind, string> = {
	perList: 'counts each list by itself',
	inTotal: 'counts both lists together',
	ignored: 'counts nothing: all orders are listed',
};

/** What is to be known of the limit of the order list. */
export interface ListLimits {
	/** Null where the account has too few orders to tell. */
	listLimit: ListLimitKind | null;
	/** The limit that the service has where none is asked for; null where all orders were listed. */
	defaultLimit: number | null;
}

/** The limits, by the answers without a limit, with `limit=1`, and with one that no account reaches. */
export function listLimitsOf(
	all: IDataObject,
	limited: IDataObject,
	highLimit: IDataObject | undefined,
): ListLimits {
	const isCut = highLimit !== undefined && total(highLimit) > total(all);
	const listLimit = listLimitOf(isCut ? highLimit : all, limited);
	const most = listLimit === 'inTotal' ? total(all) : Math.max(...counts(all));
	return { listLimit, defaultLimit: isCut && most > 0 ? most : null };
}

/**
 * How `limit` counts, by the answers without a limit and with `limit=1`.
 *
 * @returns null where the account has too few orders to tell
 */
function listLimitOf(all: IDataObject, limited: IDataObject): ListLimitKind | null {
	const [backlinks, articles] = counts(all);
	const [limitedBacklinks, limitedArticles] = counts(limited);
	const isOneOfEach = limitedBacklinks === 1 && limitedArticles === 1;
	if (isOneOfEach) return backlinks > 1 || articles > 1 ? 'perList' : null;
	const listed = limitedBacklinks + limitedArticles;
	if (listed === backlinks + articles && listed > 1) return 'ignored';
	return listed === 1 && backlinks > 0 && articles > 0 ? 'inTotal' : null;
}

/** Tells how `limit` counts, and whether the list without one is complete. */
export function limitFindings(
	all: IDataObject,
	limited: IDataObject,
	highLimit: IDataObject | undefined,
): Finding[] {
	const { listLimit: kind } = listLimitsOf(all, limited, highLimit);
	const facts = {
		answer: 'GET /siparisler?limit=1',
		what: 'limit',
		seen: kind === null ? 'cannot be told: too few orders of both types' : inWords[kind],
		node: articlesWithLimit1(limited, all),
	};
	const findings = [undocumented(facts, kind !== 'ignored')];
	if (highLimit === undefined) return findings;
	const listed = total(all);
	const most = total(highLimit);
	const complete = {
		answer: 'GET /siparisler',
		what: 'list without a limit',
		seen: listed === most ? 'complete' : `${listed} orders, ${most} with a high limit`,
		node: `Return All gives ${listed} orders`,
	};
	return [...findings, undocumented(complete, listed === most)];
}

function counts(body: IDataObject): [number, number] {
	const count = (orders: IDataObject[] | string) =>
		typeof orders === 'string' ? 0 : orders.length;
	return [count(readOrders(body, 'backlink')), count(readOrders(body, 'article'))];
}

function total(body: IDataObject): number {
	const [backlinks, articles] = counts(body);
	return backlinks + articles;
}
