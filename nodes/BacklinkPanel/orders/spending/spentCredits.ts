import { roundedCredits } from '../../api/credits';
import type { OrderPricing } from '../../operations/itemPlan';

/** The highest price of a unit that answers have shown, for each operation. */
export class UnitPrices {
	private readonly shown = new Map<string, number>();

	/** Whether an answer has told the price. */
	isKnown({ operation }: OrderPricing): boolean {
		return this.shown.has(operation);
	}

	/** The highest plausible price of a unit. */
	unit({ operation, documentedPrice }: OrderPricing): number {
		return Math.max(documentedPrice, this.shown.get(operation) ?? 0);
	}

	/** The highest plausible price of a whole order. */
	whole(price: OrderPricing): number {
		return roundedCredits(price.units * this.unit(price));
	}

	/** @param unitPrice what an answer showed; a lower one than the documented price leaves it as it is */
	learn(price: OrderPricing, unitPrice: number): void {
		this.shown.set(price.operation, Math.max(this.unit(price), unitPrice));
	}

	/** The same prices, to be changed apart. */
	copy(): UnitPrices {
		const copy = new UnitPrices();
		for (const [operation, unitPrice] of this.shown) copy.shown.set(operation, unitPrice);
		return copy;
	}
}

/**
 * What was certainly or possibly spent: on an account, or by the runs of a node in one execution, over
 * loops, agent calls, tries and the Retry button. Plain data, so that it can be stored, and changed in
 * place by the functions below, so that runs at the same moment share it.
 */
export interface SpentCredits {
	/** An unknown outcome counts at its highest plausible price, while that is open at the least. */
	credits: number;
	/** Units of unknown outcomes whose price is not known yet, by operation. */
	unpriced: Record<string, number>;
}

export function nothingSpent(): SpentCredits {
	return { credits: 0, unpriced: {} };
}

/** A sum without the traces of binary fractions: 0.1 and 0.2 make 0.3. */
export function sumOfCredits(...amounts: number[]): number {
	return roundedCredits(amounts.reduce((total, amount) => total + amount, 0));
}

export function addPaid(spent: SpentCredits, credits: number): void {
	spent.credits = sumOfCredits(spent.credits, credits);
}

/** Counts an order of which nobody knows whether it was charged. */
export function addUnknown(spent: SpentCredits, price: OrderPricing, prices: UnitPrices): void {
	addPaid(spent, prices.whole(price));
	if (!price.isOpen || prices.isKnown(price)) return;
	spent.unpriced[price.operation] = unpricedUnits(spent, price) + price.units;
}

/** Counts at the real price what was unknown before an answer told it. */
export function repriceUnknown(spent: SpentCredits, price: OrderPricing, prices: UnitPrices): void {
	const units = unpricedUnits(spent, price);
	if (!prices.isKnown(price)) return;
	addPaid(spent, units * (prices.unit(price) - price.documentedPrice));
	delete spent.unpriced[price.operation];
}

/** Whether unknown outcomes of this operation may have cost any amount. */
export function hasUnpriced(spent: SpentCredits, price: OrderPricing): boolean {
	return unpricedUnits(spent, price) > 0;
}

function unpricedUnits({ unpriced }: SpentCredits, { operation }: OrderPricing): number {
	return unpriced[operation] ?? 0;
}
