import { nothingSpent, type SpentCredits, sumOf } from './spentCredits';

/** The credits on an account: as the service told them, less what was spent since. */
export class FollowedBalance {
	private told: number | undefined;
	private spent = nothingSpent();
	private begun = 0;
	private newest = 0;

	/** How often the service was asked, whether or not it has answered. */
	get readsBegun(): number {
		return this.begun;
	}

	/** Certainly or possibly spent since the service told the balance. */
	get spentSince(): SpentCredits {
		return this.spent;
	}

	/** Undefined until it is known. */
	get credits(): number | undefined {
		return this.told === undefined ? undefined : sumOf(this.told, -this.spent.credits);
	}

	/** Whether a read later than the first so many has come back with a balance. */
	isReadAfter(reads: number): boolean {
		return this.newest > reads;
	}

	/** @returns the number of this read */
	beginRead(): number {
		this.begun += 1;
		return this.begun;
	}

	endRead(read: number, credits: number): void {
		this.newest = read;
		this.believe(credits);
	}

	/** Takes over what the service told while nothing was in flight. */
	believe(credits: number): void {
		this.told = credits;
		this.spent = nothingSpent();
	}
}
