import type { IDataObject } from 'n8n-workflow';

import { isObject } from './dataObject';
import type { ReadRequest } from './panelRequest';

export type OrderType = 'article' | 'backlink';

/** The service's two lists, in the order of the output. */
export const LIST_OF_TYPE: Record<OrderType, string> = {
	backlink: 'backlinkler',
	article: 'tanitimlar',
};
export const ORDER_TYPES: OrderType[] = ['backlink', 'article'];

/** Asks for the order list; `most` undefined = without a limit. */
export function ordersRequest(most?: number): ReadRequest {
	return {
		method: 'GET',
		path: '/siparisler',
		query: most === undefined ? undefined : { limit: most },
		spendsCredits: false,
	};
}

/**
 * The orders of an answer, each with its own fields and `orderType`. Each list is cut at `most`: the
 * service does not document whether its `limit` counts for each list or in total. `null` or anything
 * else that is no list counts as an empty one.
 *
 * @returns undefined if the answer has neither list
 */
export function ordersOf(
	body: IDataObject,
	types: OrderType[] = ORDER_TYPES,
	most?: number,
): IDataObject[] | undefined {
	const hasLists = Object.values(LIST_OF_TYPE).some((list) => list in body);
	if (!hasLists) return undefined;
	return types.flatMap((orderType) => {
		const list = body[LIST_OF_TYPE[orderType]];
		const entries: unknown[] = Array.isArray(list) ? list.slice(0, most) : [];
		return entries.map((entry) => ({ ...toData(entry), orderType }));
	});
}

/** The fields of an entry are not documented; should one be no object at all, its value is kept. */
function toData(entry: unknown): IDataObject {
	return isObject(entry) ? entry : { value: entry as IDataObject[string] };
}
