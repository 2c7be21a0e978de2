import type { OptionalDeduplicationHelpers } from '../../api/optionalFunctions';
import type { Clock } from '../../rateLimiter/Clock';
import { systemClock } from '../../api/systemClock';
import type { OrderOutcomeKind } from '../orderOutcome';
import { enterSingleFlight } from '../singleFlight';
import {
	entryChangesByOutcome,
	entriesOfKey,
	mayHaveConcurrentLookUp,
	isProvenPaid,
	type KeyEntries,
	type KeyLookup,
	type KeyState,
	evaluateLookup,
} from './keyEntries';
import { withRowLock } from './rowLock';
import {
	INITIAL_ROW_ENTRIES,
	KEYS_KEPT,
	USED_BY_OTHERS,
	withReadableErrors,
	WorkflowRow,
} from './WorkflowRow';

/** A run with more distinct keys has to be refused before it sends anything. */
export { KEYS_KEPT };
export type { KeyState, OptionalDeduplicationHelpers, OrderOutcomeKind };

/** Keys of one `claim` at most: so many a crash leaves unknown. */
export const MOST_KEYS_PER_CLAIM = 50;

/** How long other processes get to come in between two sessions of this one, in ms. */
const PAUSE = 30;

export interface ClaimRequest {
	key: string;
	/** The caller wants the key also where the outcome of its order is unknown. */
	resendsUnknown: boolean;
}

/**
 * Remembers, over all executions of a workflow and all processes of n8n, what was paid. n8n's data for
 * removing duplicates keeps it. A key may be any text; it stands for one order.
 *
 * Whatever crashes, a key is granted to one caller only, never reads free again once it was claimed and
 * not given back, and never reads paid unless the order was placed.
 */
export class OrderStore {
	/** Granted to this caller although the outcome of an earlier order is unknown. */
	private readonly resent = new Set<string>();

	constructor(
		private readonly functions: OptionalDeduplicationHelpers,
		private readonly workflowId: string,
		private readonly clock: Clock = systemClock,
	) {}

	/**
	 * Looks keys up and claims them. What is `free`, and with `resendsUnknown` what is `unknown`, is the
	 * caller's to order, and to conclude within 10 minutes.
	 *
	 * @param claims of distinct keys, `MOST_KEYS_PER_CLAIM` at most
	 * @throws when n8n does not give the data, is too slow, or other nodes have damaged it; nothing may be
	 * sent then
	 */
	async claim(claims: readonly ClaimRequest[]): Promise<Map<string, KeyState>> {
		const keys = new Set(claims.map(({ key }) => key));
		if (keys.size < claims.length || keys.size > MOST_KEYS_PER_CLAIM) {
			throw new RangeError(`A claim takes up to ${MOST_KEYS_PER_CLAIM} keys, each of them once`);
		}
		if (claims.length === 0) return new Map();

		const lookups = await this.inSession(async (row) => {
			const found = await this.lookUp(row, claims);
			const unmoved = found.filter(({ isUnmoved }) => isUnmoved);
			if (unmoved.length > 0) {
				const again = unmoved.map(({ key }) => ({ key, resendsUnknown: false }));
				await this.lookUp(row, again);
			}
			return found;
		});
		for (const { key, resendsUnknown } of claims) {
			const { state } = lookups.find((lookup) => lookup.key === key) ?? {};
			if (resendsUnknown && state === 'unknown') this.resent.add(key);
		}
		return new Map(lookups.map(({ key, state }) => [key, state]));
	}

	/**
	 * Records what became of orders whose keys this object has claimed. A key that was unknown before and
	 * was not charged now is unknown again.
	 *
	 * @throws as `claim`; the keys then read in flight, and 20 minutes later unknown
	 */
	async conclude(
		outcomes: ReadonlyArray<{ key: string; outcome: OrderOutcomeKind }>,
	): Promise<void> {
		if (outcomes.length === 0) return;
		await this.inSession(async (row) => {
			const changes = outcomes.map(({ key, outcome }) => {
				const isUnknownAgain = outcome === 'notCharged' && this.resent.has(key);
				const entries = entriesOfKey(key, this.clock.wallTime());
				return entryChangesByOutcome[isUnknownAgain ? 'unknown' : outcome](entries);
			});
			const lasting = changes.flatMap((change) => change.lasting);
			if (lasting.length > 0) await row.recordForSure(lasting);
			await row.remove(changes.flatMap((change) => change.obsolete));
		});
		for (const { key } of outcomes) this.resent.delete(key);
	}

	/**
	 * Asks for marks, in one short session that does not wait until they have settled.
	 *
	 * @param left recorded from now on; to ask for the others records them too, so they are removed again
	 * @returns those that were recorded before
	 */
	async mark(marks: readonly string[], left: readonly string[]): Promise<Set<string>> {
		const entryOf = (mark: string) => `backlinkPanel mark ${mark}`;
		const found = await this.inSession(async (row) => {
			const known = await row.record(marks.map(entryOf));
			const others = marks.filter((mark) => !left.includes(mark)).map(entryOf);
			const obsolete = others.filter((entry) => !known.has(entry));
			if (obsolete.length > 0) await row.remove(obsolete);
			return known;
		});
		return new Set(marks.filter((mark) => found.has(entryOf(mark))));
	}

	private async lookUp(row: WorkflowRow, claims: readonly ClaimRequest[]): Promise<KeyLookup[]> {
		const time = this.clock.wallTime();
		const all = claims.map(({ key, resendsUnknown }) => ({
			entries: entriesOfKey(key, time),
			resendsUnknown,
		}));
		const askedFirst = all.flatMap(({ entries }) => entries.paid);
		const first = await row.record([INITIAL_ROW_ENTRIES[0], ...askedFirst]);
		await this.waitForOtherLookUps(row, all, first);
		const newAtFirst = askedFirst.filter((entry) => !first.has(entry));
		if (row.isShortened(INITIAL_ROW_ENTRIES[0], first)) return await refuse(row, newAtFirst);

		const others = all.filter(({ entries }) => !isProvenPaid(entries, first));
		const isEnough = (known: Set<string>) =>
			others.length === 0 && all.every(({ entries }) => known.has(entries.sent));
		const asked = [
			...all.flatMap(({ entries }) => [...entries.paid, entries.sent]),
			...others.flatMap(({ entries }) => [...entries.unknown, ...entries.claimed]),
		];
		const second = await row.recordForSure([INITIAL_ROW_ENTRIES[1], ...asked], isEnough);
		const newAtSecond = asked.filter((entry) => !second.has(entry));
		if (row.isShortened(INITIAL_ROW_ENTRIES[1], second)) {
			return await refuse(row, [...newAtFirst, ...newAtSecond]);
		}

		const lookups = all.map(({ entries, resendsUnknown }) =>
			evaluateLookup(entries, first, second, resendsUnknown),
		);
		const obsolete = lookups.flatMap((lookup) => lookup.obsolete);
		const isMisleading = lookups.some((lookup) => lookup.isObsoleteMisleading);
		await (isMisleading ? row.removeForSure(obsolete) : row.remove(obsolete));
		return lookups;
	}

	/** Corrects in `first` what another node, which was looking the same keys up, has gone on to meanwhile. */
	private async waitForOtherLookUps(
		row: WorkflowRow,
		keys: ReadonlyArray<{ entries: KeyEntries }>,
		first: Set<string>,
	): Promise<void> {
		const lookedUpElsewhere = keys.filter(({ entries }) => mayHaveConcurrentLookUp(entries, first));
		if (lookedUpElsewhere.length === 0) return;
		// The other one may have to write twice.
		await row.settle();
		await row.settle();
		const asked = lookedUpElsewhere.flatMap(({ entries }) => entries.paid);
		const again = await row.record(asked);
		for (const entry of asked) if (!again.has(entry)) first.delete(entry);
	}

	/** Sessions of this process take turns, and keep out other processes that run the same node. */
	private async inSession<Result>(task: (row: WorkflowRow) => Promise<Result>): Promise<Result> {
		if (this.workflowId === '') {
			throw new Error('Orders are remembered for each workflow. Save this workflow first');
		}
		const functions = withReadableErrors(this.functions);
		const { clock } = this;
		const leave = await enterSingleFlight([`session ${this.workflowId}`]);
		try {
			return await withRowLock(functions, clock, async (heldSince) => {
				const row = new WorkflowRow(functions, clock, heldSince);
				await row.begin();
				return await task(row);
			});
		} finally {
			void clock.sleep(PAUSE).then(leave, leave);
		}
	}
}

/** @param recorded what the look-up has recorded so far */
async function refuse(row: WorkflowRow, recorded: string[]): Promise<never> {
	await row.remove(recorded);
	throw new Error(USED_BY_OTHERS);
}
