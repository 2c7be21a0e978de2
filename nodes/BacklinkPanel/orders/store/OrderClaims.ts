import { sleep } from 'n8n-workflow';

import { systemClock } from '../../api/systemClock';
import { failure, type PanelFailure, stoppedFailure } from '../../errors/panelFailure';
import { messageOf } from '../../errors/serverText';
import type { PreparedOrder } from '../../operations/prepareItem';
import type { OrderKeys } from '../orderKeys';
import type { OrderOutcomeKind } from '../orderOutcome';
import { enterAtOnce, enterSingleFlight } from '../singleFlight';
import { type KeyState, MOST_KEYS_PER_CLAIM, type OrderStore } from './OrderStore';

/** The right to send an order, until `OrderClaims.end` gets the outcome. */
export interface Claim {
	kind: 'claim';
	/** Claimed keys; empty for an order that has no keys. */
	keys: string[];
	/** Time of the claim in ms; Infinity for an order without keys. */
	since: number;
	/** True while the run has not reached the order's item: the keys were claimed in advance. */
	isAhead: boolean;
	/** Frees the keys for other orders of this process. */
	release(): void;
}

/** An order that must not be sent, because the order store has one of its keys. */
export interface KnownOrder {
	kind: 'known';
	state: Exclude<KeyState, 'free'>;
	key: string;
}

type ClaimResult = Claim | KnownOrder | PanelFailure;

interface PendingClaim {
	keys: string[];
	isAhead: boolean;
	mayResend: boolean;
	release(): void;
	resolve(result: ClaimResult): void;
}

/** Longest time from claiming to sending, in ms. After twice this time, other executions may take the key. */
const CLAIM_LASTS_MS = 300_000;

const NOT_SAVED =
	'“Idempotency Key” needs a saved workflow, because keys are stored for each workflow';

/** Key states, highest first. An order has its keys' highest state. */
const STATES_BY_WEIGHT = ['paid', 'inFlight', 'unknown'] as const;

/**
 * Claims orders in the order store, many in one session, because most sessions wait 500 ms or longer for
 * other nodes. Claims only orders that leave soon, because a crash leaves all claimed orders unknown.
 */
export class OrderClaims {
	private readonly waiting: PendingClaim[] = [];
	/** Claims made in advance, by index of items that the run has not reached. */
	private readonly ahead = new Map<number, Promise<ClaimResult>>();
	private readonly unsent = new Set<Claim>();
	private readonly ended: Array<Claim & { outcome: OrderOutcomeKind }> = [];
	private working: Promise<void> | undefined;
	private wereAllPaid = false;

	/**
	 * @param next yields orders that the run has not reached, to claim their keys in advance
	 * @param scope ID of the workflow; '' = never saved
	 * @param requestsPerMinute rate at which orders leave
	 * @param now reads a monotonic clock, in ms
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
	 * Looks an order up in the order store, and claims its keys if the order may be sent. Waits while this
	 * process sends another order with an equal key.
	 */
	async claim(item: PreparedOrder, signal: AbortSignal): Promise<ClaimResult> {
		const ahead = await this.ahead.get(item.itemIndex);
		this.ahead.delete(item.itemIndex);
		this.giveBackOldClaims();
		if (ahead && this.isUsable(ahead)) return ahead;
		return await this.claimKeys(this.keys.of(item), () => this.keys.mayResend(item), signal);
	}

	/** Records an earlier order's outcome under an idempotency key that the user added later. */
	async record(
		{ itemIndex }: PreparedOrder,
		key: string,
		outcome: OrderOutcomeKind,
		signal: AbortSignal | undefined,
	): Promise<PanelFailure | undefined> {
		const ahead = await this.ahead.get(itemIndex);
		this.ahead.delete(itemIndex);
		const claim = ahead ?? (await this.claimKeys([key], () => true, signal));
		if (claim.kind === 'claim') this.end(claim, outcome);
		return claim.kind === 'failure' ? claim : undefined;
	}

	/** Returns the time left to send a claimed order, in ms. */
	remainingMs({ since }: Claim): number {
		return since + CLAIM_LASTS_MS - this.now();
	}

	/** Counts an order as sent, which makes room for claims: only a few orders may be claimed and not sent. */
	markSent(claim: Claim): void {
		if (this.unsent.delete(claim)) this.work();
	}

	/** Ends a claim with an outcome. Does not free the key of a claim older than 10 minutes: others may hold it. */
	end(claim: Claim, outcome: OrderOutcomeKind): void {
		this.unsent.delete(claim);
		const isLate = outcome === 'notCharged' && this.remainingMs(claim) < -CLAIM_LASTS_MS;
		if (claim.keys.length === 0 || isLate) return claim.release();
		this.ended.push({ ...claim, outcome });
		this.work();
	}

	/** Gives back claims made in advance, then waits until the order store has all outcomes. */
	async endAll(): Promise<void> {
		for (const result of this.ahead.values()) {
			const claim = await result;
			if (claim.kind === 'claim') this.end(claim, 'notCharged');
		}
		this.ahead.clear();
		await this.working;
	}

	/** @param mayResend asked only after the wait for the keys: an order of this run may become unknown meanwhile */
	private async claimKeys(
		keys: string[],
		mayResend: () => boolean,
		signal?: AbortSignal,
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

	/** True if a claim made in advance can be used: not given back, and no other execution was sending the order. */
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

	private async workOff(): Promise<void> {
		for (;;) {
			// Lets other items claim first, so that items that begin together share a session.
			await sleep(0);
			this.giveBackOldClaims();
			const requests = this.nextRequests();
			const ended = this.ended.splice(0, countFitting(this.ended, MOST_KEYS_PER_CLAIM));
			if (requests.length + ended.length === 0) break;
			if (requests.length > 0) await this.ask(requests);
			if (ended.length > 0) await this.conclude(ended);
		}
		this.working = undefined;
	}

	/**
	 * Takes waiting claims of orders that can be sent within ten seconds. If the last claim found only paid
	 * keys, takes up to 50 keys: the next orders are probably paid too, and not sent.
	 */
	private nextRequests(): PendingClaim[] {
		const leaveSoon = Math.max(1, Math.ceil(this.requestsPerMinute / 6));
		const most = this.wereAllPaid ? MOST_KEYS_PER_CLAIM : Math.min(MOST_KEYS_PER_CLAIM, leaveSoon);
		const unsent = [...this.unsent];
		const room = most - keyCount(unsent);
		const fit = countFitting(this.waiting, room);
		const isIdle = unsent.every(({ isAhead }) => isAhead);
		const requests = this.waiting.splice(0, isIdle ? Math.max(1, fit) : fit);
		return requests.length > 0 && this.waiting.length === 0
			? [...requests, ...this.requestsAhead(room - keyCount(requests))]
			: requests;
	}

	/** Makes claims for orders that the run has not reached, to share a session. */
	private requestsAhead(room: number): PendingClaim[] {
		const requests: PendingClaim[] = [];
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

	private async ask(requests: PendingClaim[]): Promise<void> {
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

	/** Combines the states of an order's keys. If the store has the order by its retry key, its own key gets this outcome. */
	private evaluate(
		{ keys: all, isAhead, mayResend, release }: PendingClaim,
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
		// Ignores a failure: later lookups then find the keys taken, not free.
		await this.store.conclude(outcomes).catch(() => {});
		for (const { release } of ended) release();
	}
}

function keyCount(orders: Array<Pick<Claim, 'keys'>>): number {
	return orders.reduce((sum, { keys }) => sum + keys.length, 0);
}

/** Counts the first orders of the list whose keys together fit into `room`. */
function countFitting(orders: Array<Pick<Claim, 'keys'>>, room: number): number {
	const tooMany = orders.findIndex((_, index) => keyCount(orders.slice(0, index + 1)) > room);
	return tooMany === -1 ? orders.length : tooMany;
}
