import type { PanelClient } from '../api/panelClient';
import type { ItemResult } from '../operations/ItemResult';
import { askOrderList } from './evidence/orderEvidence';
import { outcomeOf } from './orderResult';

/**
 * Looks once into the order list for the orders whose outcome is unknown, and adds what it found to
 * their failures. That is evidence for a person, never a success.
 *
 * @param cancelSignal ends the look when the user stops the execution
 */
export async function withOrderEvidence(
	results: Array<ItemResult | undefined>,
	client: PanelClient,
	cancelSignal: AbortSignal | undefined,
): Promise<Array<ItemResult | undefined>> {
	if (!results.some((result) => unknownSubject(result) !== undefined)) return results;
	const list = await askOrderList(client, cancelSignal);
	return results.map((result) => {
		const subject = unknownSubject(result);
		if (result?.kind !== 'failed' || subject === undefined) return result;
		return { ...result, failure: { ...result.failure, evidence: list.evidenceFor(subject) } };
	});
}

/** The target URL or title of an order whose outcome is unknown. */
function unknownSubject(result: ItemResult | undefined): string | undefined {
	return result?.kind === 'failed' && outcomeOf(result) === 'unknown'
		? result.failure.subject
		: undefined;
}
