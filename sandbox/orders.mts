export type OrderType = 'backlink' | 'article';

/** An order as the list shows it. */
export type Order = Record<string, unknown>;

const prefixOfType: Record<OrderType, string> = { backlink: 'bl', article: 'tn' };

export class Orders {
	private readonly byType: Record<OrderType, Order[]> = { backlink: [], article: [] };
	private readonly byId = new Map<string, Order>();
	private lastNumber = 0;

	nextId(type: OrderType): string {
		this.lastNumber += 1;
		return `${prefixOfType[type]}_${String(this.lastNumber).padStart(6, '0')}`;
	}

	/** Keeps an order under its original identifier, even if its fields change later. */
	add(type: OrderType, id: string, order: Order): void {
		this.byType[type].push(order);
		this.byId.set(id, order);
	}

	/** Changes fields of an order; returns undefined if none has the identifier. */
	change(id: string, fields: Order): Order | undefined {
		const order = this.byId.get(id);
		return order === undefined ? undefined : Object.assign(order, fields);
	}

	/** Lists the newest orders first, at most `limit` of them; null = all. */
	newest(type: OrderType, limit: number | null): Order[] {
		const orders = this.byType[type];
		return orders.slice(limit === null ? 0 : Math.max(0, orders.length - limit)).reverse();
	}

	count(type: OrderType): number {
		return this.byType[type].length;
	}
}
