import type { StoppedBeforeSending } from '../../api/panelClient';
import type { PanelFailure } from '../../errors/panelFailure';
import type { OrderPricing } from '../../operations/itemPlan';
import { AbortListeners } from '../../rateLimiter/AbortListeners';
import { type SpentCredits, sumOfCredits, UnitPrices } from './spentCredits';
import { type BalanceResult, TrackedBalance } from './TrackedBalance';

/** Credits set aside for an order; `SpendingLimits.settle` has to be told what became of it. */
export interface Reservation {
	kind: 'reservation';
	/** The highest plausible price at this moment. */
	credits: number;
	price: OrderPricing;
	spent: SpentCredits;
	/** Whether no other order of the account was in flight at any moment of this one. */
	isAlone: boolean;
}

/** The orders of an account from reservation to outcome, of all executions of this process. */
class OrdersInFlight {
	private readonly orders = new Set<Reservation>();

	constructor(private readonly prices: UnitPrices) {}

	get isEmpty(): boolean {
		return this.orders.size === 0;
	}

	hasAnyOf({ operation }: OrderPricing): boolean {
		return [...this.orders].some(({ price }) => price.operation === operation);
	}

	/** @param spent of this execution alone; undefined = of all. At the prices known by now. */
	credits(spent?: SpentCredits): number {
		const meant = [...this.orders].filter((order) => spent === undefined || order.spent === spent);
		return sumOfCredits(...meant.map(({ price }) => this.prices.whole(price)));
	}

	add(price: OrderPricing, spent: SpentCredits): Reservation {
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

/** Or why the order must not be sent. */
export type ReservationResult = Reservation | PanelFailure | StoppedBeforeSending;

/** An order that is about to be decided on. */
interface ReservationRequest {
	price: OrderPricing;
	/** Whether a limit is set, so that an unknown price matters. */
	isLimited: boolean;
	/** How many reads of the balance are too old for it; undefined = it needs no balance. */
	readsBefore: number | undefined;
	readBalance(): Promise<BalanceResult>;
	/** Checks and reserves without a pause, so that nothing slips in between. */
	decide(): Reservation | PanelFailure;
}

interface WaitingRequest extends ReservationRequest {
	resolve(decision: ReservationResult): void;
	reject(reason: unknown): void;
}

/**
 * Which order of an account may be decided on when. Orders share the account, with two exceptions:
 * while a limit is set and the price is not known, an order goes alone among those of its operation;
 * and the balance is read only while nothing is in flight, since nobody could tell what it includes.
 * Nobody overtakes an order that would have to wait the longer for it.
 */
class ReservationQueue {
	private readonly waiting = new Set<WaitingRequest>();
	private readonly abortListeners = new AbortListeners();
	private isReading = false;

	constructor(
		private readonly prices: UnitPrices,
		private readonly inFlight: OrdersInFlight,
		private readonly balance: TrackedBalance,
	) {}

	get isEmpty(): boolean {
		return this.waiting.size === 0 && !this.isReading;
	}

	/** @param signal ends the wait, with “stopped” */
	async reserve(
		order: ReservationRequest,
		signal: AbortSignal | undefined,
	): Promise<ReservationResult> {
		if (signal?.aborted) return { kind: 'stopped' };
		let stop = () => {};
		const decision = new Promise<ReservationResult>((resolve, reject) => {
			const waitingRequest = { ...order, resolve, reject };
			this.waiting.add(waitingRequest);
			stop = () => {
				this.leave(waitingRequest, { kind: 'stopped' });
				this.processWaiting();
			};
		});
		if (signal) this.abortListeners.add(signal, stop);
		this.processWaiting();
		try {
			return await decision;
		} finally {
			if (signal) this.abortListeners.remove(signal, stop);
		}
	}

	/** Decides on all orders whose turn it is; to be called after each change. */
	processWaiting(): void {
		if (this.isReading) return;
		const blocked = new Set<string>();
		for (const order of this.waiting) {
			if (this.needsBalance(order)) {
				if (this.inFlight.isEmpty) void this.read(order);
				return;
			}
			const { operation } = order.price;
			if (blocked.has(operation) || this.hasToWaitForPrice(order)) blocked.add(operation);
			else this.leave(order, order.decide());
		}
	}

	private leave(order: WaitingRequest, decision: ReservationResult): void {
		this.waiting.delete(order);
		order.resolve(decision);
	}

	private needsBalance({ readsBefore }: ReservationRequest): boolean {
		return readsBefore !== undefined && !this.balance.isReadAfter(readsBefore);
	}

	private hasToWaitForPrice({ isLimited, price }: ReservationRequest): boolean {
		return isLimited && !this.prices.isKnown(price) && this.inFlight.hasAnyOf(price);
	}

	/** Reads the balance for all that wait for this read. If it does not work, it is their failure. */
	private async read(reader: WaitingRequest): Promise<void> {
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
		this.processWaiting();
	}
}

const HOUR_MS = 3_600_000;

/** What this process knows of the credits of one account; shared by all its executions. */
export class AccountCredits {
	readonly inFlight: OrdersInFlight;
	readonly balance = new TrackedBalance();
	readonly queue: ReservationQueue;
	private usedAt = performance.now();

	constructor(readonly prices = new UnitPrices()) {
		this.inFlight = new OrdersInFlight(prices);
		this.queue = new ReservationQueue(prices, this.inFlight, this.balance);
	}

	/** To be told at each use, so that it is kept. */
	markUsed(): void {
		this.usedAt = performance.now();
	}

	/** Whether nothing is in flight, and nothing was for an hour. */
	get isUnused(): boolean {
		const isIdle = this.inFlight.isEmpty && this.queue.isEmpty;
		return isIdle && performance.now() - this.usedAt > HOUR_MS;
	}
}

const accounts = new Map<string, AccountCredits>();

/**
 * The one object of an account. It is freed an hour after its last use, when another is asked for.
 *
 * @param identity tells accounts apart: a hash of base URL and key
 */
export function accountCreditsOf(identity: string): AccountCredits {
	for (const [other, account] of accounts) {
		if (other !== identity && account.isUnused) accounts.delete(other);
	}
	const account = accounts.get(identity) ?? new AccountCredits();
	accounts.set(identity, account);
	account.markUsed();
	return account;
}
