import { sleep } from 'n8n-workflow';

import { systemClock } from '../../api/systemClock';
import { failure, type PanelFailure, stoppedFailure } from '../../errors/panelFailure';
import { messageOf } from '../../errors/serverText';
import type { PreparedOrder } from '../../operations/prepareItem';
import type { OrderKeys } from '../orderKeys';
import type { OrderOutcomeKind } from '../orderOutcome';
import { enterAtOnce, enterSingleFlight } from '../singleFlight';
import { type KeyState, MOST_KEYS_PER_CLAIM, type OrderStore } from './OrderStore';

/** An order that may be sent; `OrderClaims.end` has to be told its outcome. */
export interface Claim {
	kind: 'claim';
	/** None for an order without keys. */
	keys: string[];
	/** When they were claimed, in ms. */
	since: number;
	/** True until the turn of the order has come. */
	isAhead: boolean;
	/** Lets others of this process ask for the same keys. */
	release(): void;
}

/** An order that must not be sent, because the store knows it. */
export interface KnownOrder {
	kind: 'known';
	state: Exclude<KeyState, 'free'>;
	key: string;
}

type ClaimResult = Claim | KnownOrder | PanelFailure;

interface ClaimRequest {
	keys: string[];
	isAhead: boolean;
	mayResend: boolean;
	release(): void;
	resolve(result: ClaimResult): void;
}

/** For so long, in ms, a claim may wait to be sent: after twice that the store takes it for left behind. */
const CLAIM_LASTS_MS = 300_000;

const NOT_SAVED =
	'“Idempotency Key” needs a saved workflow, because keys are stored for each workflow';

/** Where an order has several keys, the state furthest to the left decides. */
const STATES_BY_WEIGHT = ['paid', 'inFlight', 'unknown'] as const;

/**
 * Claims the orders of a run in the order store, many in one session, because in each session half a
 * second goes by until the database has settled. No more are claimed than leave soon: a crash leaves
 * their outcome unknown.
 */
export class OrderClaims {
	private readonly waiting: ClaimRequest[] = [];
	/** Claims of orders whose turn has not come yet, by item. */
	private readonly ahead = new Map<number, Promise<ClaimResult>>();
	private readonly unsent = new Set<Claim>();
	private readonly ended: Array<Claim & { outcome: OrderOutcomeKind }> = [];
	private working: Promise<void> | undefined;
	private wereAllPaid = false;

	/**
	 * @param next the orders whose turn is next, as far as they are known
	 * @param scope the ID of the workflow; '' = it was never saved
	 * @param requestsPerMinute how fast orders leave
	 * @param now a clock that cannot be set, in ms
	 */
	constructor(
		private readonly store: OrderStore,
		private readonly keys: Pick<OrderKeys, 'of' | 'mayResend'>,
		private readonly next: () => Iterable<PreparedOrder>,
		private readonly scope: string,
		private readonly requestsPerMinute: number,
		private readonly now: () => number = () => systemClock.now(),
	) {}

	/**
	 * Asks the store for an order, and claims it where it may be sent. Waits while orders of this process
	 * are in flight with one of its keys.
	 */
	async claim(item: PreparedOrder, signal: AbortSignal): Promise<ClaimResult> {
		const ahead = await this.ahead.get(item.itemIndex);
		this.ahead.delete(item.itemIndex);
		this.giveBackOldClaims();
		if (ahead && this.isUsable(ahead)) return ahead;
		return await this.claimKeys(this.keys.of(item), () => this.keys.mayResend(item), signal);
	}

	async record(
		{ itemIndex }: PreparedOrder,
		key: string,
		outcome: OrderOutcomeKind,
		signal: AbortSignal,
	): Promise<void> {
		const ahead = await this.ahead.get(itemIndex);
		this.ahead.delete(itemIndex);
		const claim = ahead ?? (await this.claimKeys([key], () => true, signal));
		if (claim.kind === 'claim') this.end(claim, outcome);
	}

	/** For how long an order may still wait to be sent with its claim, in ms. */
	remainingMs({ since }: Claim): number {
		return since + CLAIM_LASTS_MS - this.now();
	}

	markSent(claim: Claim): void {
		if (this.unsent.delete(claim)) this.work();
	}

	/** A claim that is given back too late stays: another process may have taken it for left behind, and paid. */
	end(claim: Claim, outcome: OrderOutcomeKind): void {
		this.unsent.delete(claim);
		const isLate = outcome === 'notCharged' && this.remainingMs(claim) < -CLAIM_LASTS_MS;
		if (claim.keys.length === 0 || isLate) return claim.release();
		this.ended.push({ ...claim, outcome });
		this.work();
	}

	/** Gives back claims of orders that were not sent, and resolves when the store knows all outcomes. */
	async endAll(): Promise<void> {
		for (const result of this.ahead.values()) {
			const claim = await result;
			if (claim.kind === 'claim') this.end(claim, 'notCharged');
		}
		this.ahead.clear();
		await this.working;
	}

	/** @param mayResend asked after the wait for other orders: one of them may leave it unknown */
	private async claimKeys(
		keys: string[],
		mayResend: () => boolean,
		signal: AbortSignal,
	): Promise<ClaimResult> {
		if (this.scope === '' && keys.length > 0) {
			return failure('invalidParameter', { detail: NOT_SAVED });
		}
		const release = await enterSingleFlight(this.namesOf(keys), signal);
		if (!release) return stoppedFailure();
		if (keys.length === 0) return { kind: 'claim', keys, since: Infinity, isAhead: false, release };
		return await new Promise((resolve) => {
			this.waiting.push({ keys, isAhead: false, mayResend: mayResend(), release, resolve });
			this.work();
		});
	}

	/** False for a claim that was given back, and for an order that another process may have ended since. */
	private isUsable(result: ClaimResult): boolean {
		if (result.kind === 'known') return result.state !== 'inFlight';
		if (result.kind === 'failure') return true;
		result.isAhead = false;
		return this.unsent.has(result);
	}

	private giveBackOldClaims(): void {
		for (const claim of this.unsent) {
			if (claim.isAhead && this.remainingMs(claim) <= 0) this.end(claim, 'notCharged');
		}
	}

	private namesOf(keys: string[]): string[] {
		return keys.map((key) => `${this.scope} ${key}`);
	}

	private work(): void {
		this.working ??= this.workOff();
	}

	/** Takes turns between claims and outcomes, until nothing is left to do. */
	private async workOff(): Promise<void> {
		for (;;) {
			// So that all who begin together are claimed together.
			await sleep(0);
			this.giveBackOldClaims();
			const requests = this.nextRequests();
			const ended = this.ended.splice(0, howManyFit(this.ended, MOST_KEYS_PER_CLAIM));
			if (requests.length + ended.length === 0) break;
			if (requests.length > 0) await this.ask(requests);
			if (ended.length > 0) await this.conclude(ended);
		}
		this.working = undefined;
	}

	/** As many as leave within ten seconds; of those that wait one at least, whatever number of keys it has. */
	private nextRequests(): ClaimRequest[] {
		const leaveSoon = Math.max(1, Math.ceil(this.requestsPerMinute / 6));
		const most = this.wereAllPaid ? MOST_KEYS_PER_CLAIM : Math.min(MOST_KEYS_PER_CLAIM, leaveSoon);
		const unsent = [...this.unsent];
		const room = most - keyCount(unsent);
		const fit = howManyFit(this.waiting, room);
		const isIdle = unsent.every(({ isAhead }) => isAhead);
		const requests = this.waiting.splice(0, isIdle ? Math.max(1, fit) : fit);
		return requests.length > 0 && this.waiting.length === 0
			? [...requests, ...this.requestsAhead(room - keyCount(requests))]
			: requests;
	}

	/** Orders whose turn comes next: one at a time, each would wait for a session of its own. */
	private requestsAhead(room: number): ClaimRequest[] {
		const requests: ClaimRequest[] = [];
		for (const item of this.next()) {
			const keys = this.keys.of(item);
			if (keys.length === 0 || this.ahead.has(item.itemIndex)) continue;
			if (keyCount(requests) + keys.length > room) break;
			const release = enterAtOnce(this.namesOf(keys));
			if (!release) continue;
			const result = new Promise<ClaimResult>((resolve) => {
				const mayResend = this.keys.mayResend(item);
				requests.push({ keys, isAhead: true, mayResend, release, resolve });
			});
			this.ahead.set(item.itemIndex, result);
		}
		return requests;
	}

	private async ask(requests: ClaimRequest[]): Promise<void> {
		try {
			const states = await this.store.claim(
				requests.flatMap(({ keys, mayResend }) =>
					keys.map((key) => ({ key, resendsUnknown: mayResend })),
				),
			);
			this.wereAllPaid = [...states.values()].every((state) => state === 'paid');
			for (const request of requests) request.resolve(this.evaluate(request, states));
		} catch (error) {
			const detail = messageOf(error);
			for (const { release, resolve } of requests) {
				release();
				resolve(failure('orderStoreUnavailable', { detail }));
			}
		}
	}

	/** Puts together all that is known of an order's keys. Where the first one is known, the others become so. */
	private evaluate(
		{ keys: all, isAhead, mayResend, release }: ClaimRequest,
		states: Map<string, KeyState>,
	): Claim | KnownOrder {
		const stateOf = (key: string) => {
			const state = states.get(key) ?? 'inFlight';
			return state === 'unknown' && mayResend ? 'free' : state;
		};
		const keys = all.filter((key) => stateOf(key) === 'free');
		const claim: Claim = { kind: 'claim', keys, since: this.now(), isAhead, release };
		for (const state of STATES_BY_WEIGHT) {
			const key = all.find((own) => stateOf(own) === state);
			if (key === undefined) continue;
			const known = state === 'paid' ? 'paid' : 'unknown';
			if (keys.length === 0) release();
			else this.end(claim, key === all[0] ? known : 'notCharged');
			return { kind: 'known', state, key };
		}
		this.unsent.add(claim);
		return claim;
	}

	private async conclude(ended: typeof this.ended): Promise<void> {
		const outcomes = ended.flatMap(({ keys, outcome }) => keys.map((key) => ({ key, outcome })));
		// Should the store not take them, these keys stay unknown, which is the safe side.
		await this.store.conclude(outcomes).catch(() => {});
		for (const { release } of ended) release();
	}
}

function keyCount(orders: Array<Pick<Claim, 'keys'>>): number {
	return orders.reduce((sum, { keys }) => sum + keys.length, 0);
}

/** How many of the first orders have no more keys together than there is room for. */
function howManyFit(orders: Array<Pick<Claim, 'keys'>>, room: number): number {
	const tooMany = orders.findIndex((_, index) => keyCount(orders.slice(0, index + 1)) > room);
	return tooMany === -1 ? orders.length : tooMany;
}
