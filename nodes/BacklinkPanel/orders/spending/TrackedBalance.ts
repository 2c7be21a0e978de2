import { balanceOf, balanceRequest, missingBalanceFailure } from '../../api/credits';
import type { PanelClient, SendOptions, StoppedBeforeSending } from '../../api/panelClient';
import type { PanelFailure } from '../../errors/panelFailure';
import { nothingSpent, type SpentCredits, sumOfCredits } from './spentCredits';

/** In credits, or why there is none. */
export type BalanceResult = number | PanelFailure | StoppedBeforeSending;

/** Asks the service for the credits on the account. */
export async function readBalance(
	client: PanelClient,
	limits: SendOptions,
): Promise<BalanceResult> {
	const { outcome } = await client.send(balanceRequest, limits);
	if (outcome.kind !== 'answer') return outcome;
	return balanceOf(outcome.body) ?? missingBalanceFailure(outcome.body);
}

/** The credits on an account: as the service told them, less what was spent since. */
export class TrackedBalance {
	private toldCredits = 0;
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

	/** 0 until the service has told it: what is not known allows nothing. */
	get credits(): number {
		return sumOfCredits(this.toldCredits, -this.spent.credits);
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
		this.set(credits);
	}

	/** Takes over what the service told while nothing was in flight. */
	set(credits: number): void {
		this.toldCredits = credits;
		this.spent = nothingSpent();
	}
}
