import { type SpentCredits, type SpentInExecution, sumOf } from './spending/spentCredits';
import type { PriceTag } from '../operations/Operation';
import type { UnitPrices } from './UnitPrices';

/** Credits set aside for an order; `SpendingLimits.settle` has to be told what became of it. */
export interface Reservation {
	kind: 'reservation';
	/** The highest plausible price at this moment. */
	credits: number;
	price: PriceTag;
	spent: SpentInExecution;
	/** Whether no other order of the account was in flight at any moment of this one. */
	isAlone: boolean;
}

/** The orders of an account from reservation to outcome, of all executions of this process. */
export class OrdersInFlight {
	private readonly orders = new Set<Reservation>();

	constructor(private readonly prices: UnitPrices) {}

	get isEmpty(): boolean {
		return this.orders.size === 0;
	}

	hasAnyOf({ operation }: PriceTag): boolean {
		return [...this.orders].some(({ price }) => price.operation === operation);
	}

	/** @param spent of this execution alone; undefined = of all. At the prices known by now. */
	credits(spent?: SpentCredits): number {
		const meant = [...this.orders].filter((order) => spent === undefined || order.spent === spent);
		return sumOf(...meant.map(({ price }) => this.prices.whole(price)));
	}

	add(price: PriceTag, spent: SpentInExecution): Reservation {
		const isAlone = this.isEmpty;
		for (const other of this.orders) other.isAlone = false;
		const credits = this.prices.whole(price);
		const order: Reservation = { kind: 'reservation', credits, price, spent, isAlone };
		this.orders.add(order);
		return order;
	}

	/** @returns false if it was none of these */
	remove(order: Reservation): boolean {
		return this.orders.delete(order);
	}
}
