import { type Combination, isTool } from './factors.mts';
import { namesHit, namesOf, roundsOf } from './items.mts';

/** How many orders of an item may be charged. */
export interface Wanted {
	/** Where everything ended well. */
	least: number;
	most: number;
	/** Whether the node is to order it at all. */
	isOrdered: boolean;
}

/**
 * What the user of a combination wants to pay for an item.
 *
 * @param executions how many there were, retries included
 */
export function wantedOrders(combination: Combination, name: string, executions: number): Wanted {
	const { idempotencyKey, sendUnknownAgain, expressions, loop, fault, retryButton, sameItem } =
		combination;
	const runs = ordersOf(combination).filter((each) => each === name).length;
	const isHit = namesHit(combination).includes(name);
	const isRefused = isHit && fault !== 'tooManyOnce';
	const isChanging = expressions === 'changing';
	const hasKey = idempotencyKey === 'on';
	// An agent that asks for the same once more is answered with the first order.
	const isOneOrder = hasKey || (isTool(combination) && !isChanging);
	const orders = isOneOrder ? Math.min(1, runs) : runs;
	const isUnknown = isHit && (fault === 'brokenAfterwards' || fault === 'brokenBefore');

	let most = orders;
	// A retry makes the agent ask again: what its request comes to tells orders apart.
	const isOther = isChanging || retryButton === 'edited';
	if (isTool(combination) && isOther && !hasKey) most *= executions;
	// What another round has left unknown is recognised by what the request comes to.
	const isKept = sameItem === 'once' && sendUnknownAgain === 'off';
	if (isUnknown && loop === 'sameItems' && !isChanging && isKept) most = Math.min(1, most);
	if (isUnknown && loop === 'errorsLedBack' && isChanging && !hasKey) most += 1;
	if (isUnknown && sendUnknownAgain === 'on') most += executions - 1;
	return { least: isRefused ? 0 : orders, most, isOrdered: runs > 0 };
}

/** The names of the items for which the node is to order, once for each order. */
function ordersOf(combination: Combination): string[] {
	const { pinnedData, executeOnce, loop } = combination;
	if (pinnedData === 'itself') return [];
	const rounds = roundsOf(loop, namesOf(combination));
	return rounds.flatMap((round) => (executeOnce === 'on' ? round.slice(0, 1) : round));
}
