import type { OrderOutcomeKind } from '../../nodes/BacklinkPanel/orders/store/OrderStore.ts';

/**
 * What really became of a key's order: never sent; sent, and nothing heard yet; placed and concluded, or
 * about to be; placed, but the process ended before that was recorded; nobody knows.
 */
export type Truth = 'unsent' | 'sent' | 'paid' | 'paidUnrecorded' | 'unknown';

/** The order was placed, whoever knows of it. */
export function isPlaced(truth: Truth): boolean {
	return truth === 'paid' || truth === 'paidUnrecorded';
}

/** Never free after it was sent, never paid before the order is placed. */
export function isWrong(seen: string | undefined, truth: Truth): boolean {
	return (seen === 'free' && truth !== 'unsent') || (seen === 'paid' && !isPlaced(truth));
}

/** Once only; again where the outcome is not recorded, and the user wants it. */
export function maySend(truth: Truth, mayResend: boolean): boolean {
	if (truth === 'unsent') return true;
	return mayResend && (truth === 'unknown' || truth === 'paidUnrecorded');
}

/** What is true of a key when the answer to its order has come. */
export function afterAnswer(before: Truth, outcome: OrderOutcomeKind): Truth {
	if (outcome === 'paid') return 'paid';
	return outcome === 'unknown' && !isPlaced(before) ? 'unknown' : before;
}

/** The same, where none came. */
export function afterNoAnswer(before: Truth): Truth {
	return isPlaced(before) ? 'paidUnrecorded' : 'unknown';
}
