import type { PreparedRequest } from '../operations/Operation';
import type { Batch } from './Batch';
import type { ItemResult } from './ItemResult';
import { placeOrder } from './placeOrder';
import type { PreparedItem } from './preparedItem';

/**
 * Runs the operation for one item: reads and checks its parameters, sends the request, reads the
 * answer. Never throws; whatever goes wrong belongs to this item.
 *
 * @param signal aborted when nothing more may be sent
 */
export async function runItem(
	batch: Batch,
	itemIndex: number,
	signal: AbortSignal,
): Promise<ItemResult> {
	const item = batch.items.take(itemIndex);
	if (item.kind === 'failure') return { kind: 'failed', failure: item };
	if (item.order === undefined) return await sendRead(batch, item, signal);
	if (item.isDryRun) return tryOut(item, item.order.price);
	return await placeOrder(batch, item, item.order, signal);
}

async function sendRead(
	batch: Batch,
	item: PreparedItem,
	signal: AbortSignal,
): Promise<ItemResult> {
	const held = { waitedMs: 0, rejections: 0 };
	let asked: Omit<PreparedRequest, 'order'> = item;
	for (;;) {
		const { outcome, ...heldUp } = await batch.client.send(asked.request, { ...item, signal });
		held.waitedMs += heldUp.waitedMs;
		held.rejections += heldUp.rejections;
		if (outcome.kind === 'stopped') return outcome;
		const further = outcome.kind === 'answer' ? asked.askAgain?.(outcome.body) : undefined;
		if (further) {
			asked = further;
			continue;
		}
		const result = outcome.kind === 'failure' ? outcome : asked.read(outcome.body);
		return result.kind === 'failure'
			? { kind: 'failed', failure: result, held }
			: { kind: 'done', by: 'reading', items: result.items, hint: result.hint, held };
	}
}

function tryOut({ request }: PreparedItem, price: { least: number; isOpen: boolean }): ItemResult {
	const cost = price.isOpen ? { creditsPerSite: price.least } : { credits: price.least };
	return { kind: 'done', by: 'dryRun', items: [{ dryRun: true, ...cost, request: request.body }] };
}
