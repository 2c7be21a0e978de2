import type { PriceTag } from '../operations/Operation';

/** The highest price of a unit that answers have shown, for each operation. */
export class UnitPrices {
	private readonly shown = new Map<string, number>();

	/** Whether an answer has told the price. */
	isKnown({ operation }: PriceTag): boolean {
		return this.shown.has(operation);
	}

	/** The highest plausible price of a unit. */
	unit({ operation, documentedPrice }: PriceTag): number {
		return Math.max(documentedPrice, this.shown.get(operation) ?? 0);
	}

	/** The highest plausible price of a whole order. */
	whole(price: PriceTag): number {
		return price.units * this.unit(price);
	}

	/** @param unitPrice what an answer showed; 0 if it showed none, which leaves the price as it is */
	learn(price: PriceTag, unitPrice: number): void {
		this.shown.set(price.operation, Math.max(this.unit(price), unitPrice));
	}

	/** The same prices, to be changed apart. */
	copy(): UnitPrices {
		const copy = new UnitPrices();
		for (const [operation, unitPrice] of this.shown) copy.shown.set(operation, unitPrice);
		return copy;
	}
}
