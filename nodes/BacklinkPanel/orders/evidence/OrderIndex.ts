import type { OrderType } from '../../api/orderList';
import { foldCase, normalizeText, normalizeUrl } from './normalizeText';

/** How deep in an entry its target URL or title can lie. */
const MOST_LEVELS = 6;

/** An entry of the order list. */
export interface ListedOrder {
	orderType: OrderType;
	/** An object, unless the service says otherwise; its fields are not documented. */
	entry: unknown;
}

/** Finds the entries in which a target URL or title is, without a search through all of them. */
export class OrderIndex {
	private readonly byAddress = new Map<string, Set<ListedOrder>>();
	private readonly byText = new Map<string, Set<ListedOrder>>();
	private readonly byTextWithoutCase = new Map<string, Set<ListedOrder>>();

	constructor(orders: ListedOrder[]) {
		for (const order of orders) {
			for (const text of textsIn(order.entry, MOST_LEVELS)) this.add(order, text);
		}
	}

	/** In the order of the list. A title in the same capitals and small letters comes before others. */
	find(subject: string): ListedOrder[] {
		const text = normalizeText(subject) ?? '';
		const address = /^https?:/i.test(text) ? normalizeUrl(text) : undefined;
		const found =
			(address === undefined ? undefined : this.byAddress.get(address)) ??
			this.byText.get(text) ??
			this.byTextWithoutCase.get(foldCase(text));
		return [...(found ?? [])];
	}

	private add(order: ListedOrder, written: string): void {
		const text = normalizeText(written);
		if (text === undefined) return;
		addTo(this.byText, text, order);
		addTo(this.byTextWithoutCase, foldCase(text), order);
		const address = normalizeUrl(text);
		if (address !== undefined) addTo(this.byAddress, address, order);
	}
}

function addTo(index: Map<string, Set<ListedOrder>>, key: string, order: ListedOrder): void {
	const present = index.get(key);
	if (present) present.add(order);
	else index.set(key, new Set([order]));
}

/** The texts in a value, also in objects and lists in it, down to so many levels. */
function* textsIn(value: unknown, levels: number): Generator<string> {
	if (typeof value === 'string') yield value;
	if (typeof value !== 'object' || value === null || levels === 0) return;
	for (const inner of Object.values(value)) yield* textsIn(inner, levels - 1);
}
