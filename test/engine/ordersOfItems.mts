import { targetOf } from './forms.mts';
import type { PanelInUse } from './usePanel.mts';

/** How often each of the items of `backlinkItems` was charged, by item index. */
export async function chargesOfItems({ client }: PanelInUse, count: number): Promise<number[]> {
	const books = await client.books();
	return Array.from({ length: count }, (_, index) => books.chargesOf(targetOf(index)).length);
}

/** How often an item of `backlinkItems` was sent. */
export async function requestsOfItem({ client }: PanelInUse, index: number): Promise<number> {
	const requests = await client.requestsTo('/backlink');
	return requests.filter(({ body }) => JSON.stringify(body).includes(`page-${index}"`)).length;
}

/** What all orders of the account cost together. */
export async function spentCredits({ client }: PanelInUse): Promise<number> {
	const { charges } = await client.books();
	return charges.reduce((sum, charge) => sum + charge.credits, 0);
}
