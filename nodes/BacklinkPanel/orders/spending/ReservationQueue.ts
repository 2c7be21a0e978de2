import { AbortListeners } from '../../rateLimiter/AbortListeners';
import type { Stopped } from '../../api/panelClient';
import type { PanelFailure } from '../../errors/panelFailure';
import type { FollowedBalance } from './TrackedBalance';
import type { OrdersInFlight, Reservation } from '../OrdersInFlight';
import type { PriceTag } from '../../operations/Operation';
import type { UnitPrices } from '../UnitPrices';

type BalanceAnswer = number | PanelFailure | Stopped;
type Decision = Reservation | PanelFailure | Stopped;

/** An order that is about to be decided on. */
export interface IntendedOrder {
	price: PriceTag;
	/** Whether a limit is set, so that an unknown price matters. */
	isLimited: boolean;
	/** How many reads of the balance are too old for it; undefined = it needs no balance. */
	readsBefore: number | undefined;
	readBalance(): Promise<BalanceAnswer>;
	/** Checks and reserves without a pause, so that nothing slips in between. */
	decide(): Reservation | PanelFailure;
}

interface WaitingOrder extends IntendedOrder {
	resolve(decision: Decision): void;
	reject(reason: unknown): void;
}

/**
 * Which order of an account may be decided on when. Orders share the account, with two exceptions:
 * while a limit is set and the price is not known, an order goes alone among those of its operation;
 * and the balance is read only while nothing is in flight, since nobody could tell what it includes.
 * Nobody overtakes an order that would have to wait the longer for it.
 */
export class OrderTurns {
	private readonly waiting = new Set<WaitingOrder>();
	private readonly abortListeners = new AbortListeners();
	private isReading = false;

	constructor(
		private readonly prices: UnitPrices,
		private readonly inFlight: OrdersInFlight,
		private readonly balance: FollowedBalance,
	) {}

	get areAllTaken(): boolean {
		return this.waiting.size === 0 && !this.isReading;
	}

	/** @param signal ends the wait, with “stopped” */
	async take(order: IntendedOrder, signal: AbortSignal | undefined): Promise<Decision> {
		if (signal?.aborted) return { kind: 'stopped' };
		let waitingOrder: WaitingOrder | undefined;
		const decision = new Promise<Decision>((resolve, reject) => {
			waitingOrder = { ...order, resolve, reject };
			this.waiting.add(waitingOrder);
		});
		const giveUp = () => {
			if (waitingOrder) this.leave(waitingOrder, { kind: 'stopped' });
			this.goOn();
		};
		if (signal) this.abortListeners.add(signal, giveUp);
		this.goOn();
		try {
			return await decision;
		} finally {
			if (signal) this.abortListeners.remove(signal, giveUp);
		}
	}

	/** Decides on all orders whose turn it is; to be called after each change. */
	goOn(): void {
		if (this.isReading) return;
		const heldUp = new Set<string>();
		for (const order of this.waiting) {
			if (this.needsBalance(order)) {
				if (this.inFlight.isEmpty) void this.read(order);
				return;
			}
			const { operation } = order.price;
			if (heldUp.has(operation) || this.hasToWaitForPrice(order)) heldUp.add(operation);
			else this.leave(order, order.decide());
		}
	}

	private leave(order: WaitingOrder, decision: Decision): void {
		this.waiting.delete(order);
		order.resolve(decision);
	}

	private needsBalance({ readsBefore }: IntendedOrder): boolean {
		return readsBefore !== undefined && !this.balance.isReadAfter(readsBefore);
	}

	private hasToWaitForPrice({ isLimited, price }: IntendedOrder): boolean {
		return isLimited && !this.prices.isKnown(price) && this.inFlight.hasAnyOf(price);
	}

	/** Reads the balance for all that wait for this read. If it does not work, it is their failure. */
	private async read(reader: WaitingOrder): Promise<void> {
		this.isReading = true;
		const read = this.balance.beginRead();
		const sharers = () => [...this.waiting].filter(({ readsBefore = read }) => readsBefore < read);
		try {
			const answer = await reader.readBalance();
			if (typeof answer === 'number') this.balance.endRead(read, answer);
			else if (answer.kind === 'stopped') this.leave(reader, answer);
			else for (const order of sharers()) this.leave(order, answer);
		} catch (error) {
			for (const order of sharers()) {
				this.waiting.delete(order);
				order.reject(error);
			}
		}
		this.isReading = false;
		this.goOn();
	}
}
