import { enterSingleFlight } from '../singleFlight';
import {
	MOST_KEYS_PER_CLAIM,
	type KeyState,
	type OrderOutcome,
	type OrderStore,
} from './OrderStore';
import { defaultOrderStoreEnvironment } from './storeEnvironment';

/** What the order store knows of an item's order, with the key that decided; or why it knows nothing. */
export type ClaimResult = { state: KeyState; key: string } | StoreUnavailable;

interface StoreUnavailable {
	state: 'unavailable';
	reason: string;
}

/** An order that has to be claimed in the order store before it is sent. */
export interface KeyedOrder {
	itemIndex: number;
	keys: string[];
	/** Whether it may be sent again if its outcome is unknown. */
	resendsUnknown: boolean;
}

interface ActiveClaim {
	keys: string[];
	/** When it was claimed, in ms. */
	since: number;
	isSent: boolean;
	/** Lets others of this process ask for the same keys. */
	release?: () => void;
}

interface ConcludedClaim extends Pick<ActiveClaim, 'keys' | 'release'> {
	outcome: OrderOutcome;
}

/** For so long, in ms, a claim may wait to be sent: the store takes it for left behind after ten minutes. */
const CLAIM_LASTS_MS = 300_000;

/** Where an item has several keys, the state furthest to the left decides. */
const STATES_BY_WEIGHT: KeyState[] = ['paid', 'inFlight', 'unknown', 'free'];

/**
 * Claims the orders of a run in the order store, many in one session, because in each session half a
 * second goes by until the database has settled. No more are claimed than leave soon: a crash leaves
 * their outcome unknown.
 */
export class OrderClaims {
	private readonly waiting: Array<{ order: KeyedOrder; resolve: (claim: ClaimResult) => void }> =
		[];
	/** What is known of orders whose turn has not come yet. */
	private readonly prefetched = new Map<number, ClaimResult>();
	/** The orders among them that are being asked for. */
	private readonly asking = new Set<number>();
	/** The claims of this run that are to be concluded, by item. */
	private readonly active = new Map<number, ActiveClaim>();
	private readonly conclusions: ConcludedClaim[] = [];
	private claiming: Promise<void> | undefined;
	private concluding: Promise<void> | undefined;
	private wereAllPaid = false;

	/**
	 * @param scope tells workflows apart within this process
	 * @param next the orders whose turn is next, as far as they are known
	 * @param requestsPerMinute how fast orders leave
	 * @param now a clock that cannot be set, in ms
	 */
	constructor(
		private readonly store: OrderStore,
		private readonly scope: string,
		private readonly next: () => Iterable<KeyedOrder>,
		private readonly requestsPerMinute: number,
		private readonly now: () => number = () => defaultOrderStoreEnvironment.monotonicClock(),
	) {}

	/**
	 * What is known of an order. One that is `free`, or `unknown` and to be sent again, is claimed by this
	 * and has to be concluded. Waits for orders of this process that are in flight with one of its keys.
	 *
	 * @returns undefined if the signal came first
	 */
	async claim(order: KeyedOrder, signal: AbortSignal): Promise<ClaimResult | undefined> {
		const names = order.keys.map((key) => `${this.scope} ${key}`);
		const release = await enterSingleFlight(names, signal);
		if (!release) return undefined;
		if (this.asking.has(order.itemIndex)) await this.claiming;
		const claim =
			(await this.takePrefetched(order.itemIndex)) ?? (await this.claimWhenPossible(order));
		const active = this.active.get(order.itemIndex);
		if (active) active.release = release;
		else release();
		return claim;
	}

	/** For how long an order may still wait to be sent with its claim, in ms. */
	remainingMs(itemIndex: number): number {
		const active = this.active.get(itemIndex);
		return active ? active.since + CLAIM_LASTS_MS - this.now() : CLAIM_LASTS_MS;
	}

	/** The order leaves now: others may be claimed in its place. */
	markSent(itemIndex: number): void {
		const active = this.active.get(itemIndex);
		if (active) active.isSent = true;
		this.claimWaiting();
	}

	/** Records what became of an order; without effect where it holds no claim. */
	conclude(itemIndex: number, outcome: OrderOutcome): void {
		const active = this.active.get(itemIndex);
		if (!active) return;
		this.active.delete(itemIndex);
		this.prefetched.delete(itemIndex);
		this.conclusions.push({ ...active, outcome });
		this.concluding ??= this.concludeAll().finally(() => {
			this.concluding = undefined;
		});
		this.claimWaiting();
	}

	/** Gives back what was claimed and not sent, and resolves when the store knows all outcomes. */
	async end(): Promise<void> {
		await this.claiming;
		for (const itemIndex of [...this.active.keys()]) this.conclude(itemIndex, 'released');
		await this.concluding;
	}

	/** What was found out ahead of the order's turn, unless it is too old by now. */
	private async takePrefetched(itemIndex: number): Promise<ClaimResult | undefined> {
		const prefetched = this.prefetched.get(itemIndex);
		this.prefetched.delete(itemIndex);
		if (prefetched === undefined || this.remainingMs(itemIndex) > 0) return prefetched;
		this.conclude(itemIndex, 'released');
		await this.concluding;
		return undefined;
	}

	private async claimWhenPossible(order: KeyedOrder): Promise<ClaimResult> {
		return await new Promise((resolve) => {
			this.waiting.push({ order, resolve });
			this.claimWaiting();
		});
	}

	private claimWaiting(): void {
		if (this.claiming || this.waiting.length === 0 || this.isFull()) return;
		// A moment later, so that all who begin together are claimed together.
		this.claiming = Promise.resolve()
			.then(async () => await this.claimOnce())
			.finally(() => {
				this.claiming = undefined;
				this.claimWaiting();
			});
	}

	/** Whether those that wait have to let others leave first. What is prefetched leaves after them. */
	private isFull(): boolean {
		const areSomeUnsent = [...this.active].some(
			([itemIndex, { isSent }]) => !isSent && !this.prefetched.has(itemIndex),
		);
		return areSomeUnsent && this.capacity() === 0;
	}

	/** How many keys may be claimed now: as many as leave within ten seconds, without those that wait. */
	private capacity(): number {
		const leaveSoon = Math.max(1, Math.ceil(this.requestsPerMinute / 6));
		const most = this.wereAllPaid ? MOST_KEYS_PER_CLAIM : Math.min(MOST_KEYS_PER_CLAIM, leaveSoon);
		const unsent = [...this.active.values()].filter(({ isSent }) => !isSent);
		return Math.max(0, most - keyCount(unsent));
	}

	private async claimOnce(): Promise<void> {
		const capacity = this.capacity();
		const fit = howManyFit(
			this.waiting.map(({ order }) => order),
			capacity,
		);
		// One at least, also where it has more keys than there is capacity.
		const turns = this.waiting.splice(0, Math.max(1, fit));
		const orders = turns.map(({ order }) => order);
		const prefetched = this.ordersToPrefetch(orders);
		orders.push(...prefetched.slice(0, howManyFit(prefetched, capacity - keyCount(orders))));

		for (const { itemIndex } of orders.slice(turns.length)) this.asking.add(itemIndex);
		const claims = await this.ask(orders);
		this.asking.clear();
		this.wereAllPaid = claims.every(({ state }) => state === 'paid');
		claims.forEach((claim, index) => {
			const turn = turns[index];
			const order = orders[index];
			if (turn) turn.resolve(claim);
			// Whatever is in flight elsewhere may have ended when its turn comes.
			else if (order && claim.state !== 'inFlight') this.prefetched.set(order.itemIndex, claim);
		});
	}

	/** Whose turn is next, and whose keys nobody of this run has asked for. */
	private ordersToPrefetch(orders: KeyedOrder[]): KeyedOrder[] {
		const asked = new Set([...orders, ...this.active.values()].flatMap(({ keys }) => keys));
		return [...this.next()].filter(({ itemIndex, keys }) => {
			const isNew = !this.prefetched.has(itemIndex) && !keys.some((key) => asked.has(key));
			for (const key of keys) asked.add(key);
			return isNew;
		});
	}

	private async ask(orders: KeyedOrder[]): Promise<ClaimResult[]> {
		const keys = orders.flatMap(({ keys: own, resendsUnknown }) =>
			own.map((key) => ({ key, resendsUnknown })),
		);
		try {
			const states = await this.store.claim(keys);
			return orders.map((order) => this.activate(order, states));
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			return orders.map(() => ({ state: 'unavailable', reason }));
		}
	}

	/** Puts together what is known of an item's keys, and keeps what was claimed for it. */
	private activate(order: KeyedOrder, states: Map<string, KeyState>): ClaimResult {
		const known = order.keys.map((key) => ({ key, state: states.get(key) ?? 'inFlight' }));
		const granted = known.filter(
			({ state }) => state === 'free' || (state === 'unknown' && order.resendsUnknown),
		);
		if (granted.length > 0) {
			const keys = granted.map(({ key }) => key);
			this.active.set(order.itemIndex, { keys, since: this.now(), isSent: false });
		}
		const weights = known.map(({ state }) => STATES_BY_WEIGHT.indexOf(state));
		return known[weights.indexOf(Math.min(...weights))] ?? { key: '', state: 'free' };
	}

	private async concludeAll(): Promise<void> {
		while (this.conclusions.length > 0) {
			const batch = this.conclusions.splice(0, howManyFit(this.conclusions, MOST_KEYS_PER_CLAIM));
			const outcomes = batch.flatMap(({ keys, outcome }) => keys.map((key) => ({ key, outcome })));
			// Should the store not take them, these keys stay unknown, which is the safe side.
			await this.store.conclude(outcomes).catch(() => {});
			for (const { release } of batch) release?.();
		}
	}
}

interface WithKeys {
	keys: unknown[];
}

function keyCount(orders: WithKeys[]): number {
	return orders.reduce((sum, { keys }) => sum + keys.length, 0);
}

/** How many of the first orders have no more keys together than there is capacity. */
function howManyFit(orders: WithKeys[], capacity: number): number {
	let keys = 0;
	const tooMany = orders.findIndex((order) => (keys += order.keys.length) > capacity);
	return tooMany === -1 ? orders.length : tooMany;
}
