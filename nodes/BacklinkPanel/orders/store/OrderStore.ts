import type { DeduplicationHelpers } from '../../api/optionalFunctions';
import type { Clock } from '../../rateLimiter/Clock';
import { systemClock } from '../../api/systemClock';
import type { OrderOutcomeKind } from '../orderOutcome';
import { enterSingleFlight } from '../singleFlight';
import {
	entryChangesByOutcome,
	entriesOfKey,
	mayHaveConcurrentLookup,
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

/** Number of paid keys that the store keeps. Callers refuse a run with more keys before sending. */
export { KEYS_KEPT };
export type { DeduplicationHelpers, KeyState, OrderOutcomeKind };

/** Limit of keys in one `claim`, because a crash leaves all of them unknown. */
export const MOST_KEYS_PER_CLAIM = 50;

/** Pause in ms between two sessions, so that other processes can take the lock. */
const PAUSE_MS = 30;

export interface ClaimRequest {
	key: string;
	/** True if the caller also takes a key whose order has an unknown outcome. */
	resendsUnknown: boolean;
}

/**
 * Remembers the paid orders of a workflow, over all its executions and all processes of n8n. The entries
 * are in n8n's data for removing duplicates. A key may be any text and stands for one order.
 *
 * Guarantees, even after crashes: one caller alone gets a key. A claimed key reads free again only after
 * it was given back. A key reads paid only if the order was placed.
 */
export class OrderStore {
	/** Keys that this object has claimed although the outcome of their earlier orders is unknown. */
	private readonly resent = new Set<string>();

	constructor(
		private readonly functions: Partial<DeduplicationHelpers>,
		private readonly workflowId: string,
		private readonly clock: Clock = systemClock,
	) {}

	/**
	 * Looks keys up and claims them. The caller may order for `free` keys, and with `resendsUnknown` for
	 * `unknown` keys. Callers must conclude each of these keys within 10 minutes.
	 *
	 * @param claims of distinct keys, `MOST_KEYS_PER_CLAIM` at most
	 * @throws if n8n's data is missing, too slow, or damaged by other nodes; callers must send nothing then
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
	 * Records outcomes of claimed orders. If an unknown order was sent again and not charged, it stays unknown:
	 * its first sending may have been charged.
	 *
	 * @throws as `claim` does. The keys then stay `inFlight`, later `unknown`; or are `paid` if the write arrived
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
	 * Records marks, and returns those that were recorded before. Does not check if another node undoes the
	 * write: a mark matters only if n8n crashes later.
	 *
	 * @param left marks that stay; those of the other marks that are new are removed again
	 */
	async mark(marks: readonly string[], left: readonly string[]): Promise<Set<string>> {
		const entryOf = (mark: string) => `backlinkPanel mark ${mark}`;
		return await this.inSession(async (row) => {
			const known = await row.record(marks.map(entryOf));
			const before = new Set(marks.filter((mark) => known.has(entryOf(mark))));
			const obsolete = marks.filter((mark) => !before.has(mark) && !left.includes(mark));
			// Ignores a failure: marks that stay by mistake make orders unknown at most.
			if (obsolete.length > 0) await row.remove(obsolete.map(entryOf)).catch(() => {});
			return before;
		});
	}

	private async lookUp(row: WorkflowRow, claims: readonly ClaimRequest[]): Promise<KeyLookup[]> {
		const time = this.clock.wallTime();
		const all = claims.map(({ key, resendsUnknown }) => ({
			entries: entriesOfKey(key, time),
			resendsUnknown,
		}));
		const askedFirst = all.flatMap(({ entries }) => entries.paid);
		const first = await row.record([INITIAL_ROW_ENTRIES[0], ...askedFirst]);
		await this.waitForOtherLookups(row, all, first);
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

	/** Waits until other nodes have written their lookups. Deletes entries from `first` that they have removed. */
	private async waitForOtherLookups(
		row: WorkflowRow,
		keys: ReadonlyArray<{ entries: KeyEntries }>,
		first: Set<string>,
	): Promise<void> {
		const lookedUpElsewhere = keys.filter(({ entries }) => mayHaveConcurrentLookup(entries, first));
		if (lookedUpElsewhere.length === 0) return;
		// The second wait is for a node whose write this lookup has overwritten: that node repeats its write.
		await row.settle();
		await row.settle();
		const asked = lookedUpElsewhere.flatMap(({ entries }) => entries.paid);
		const again = await row.record(asked);
		for (const entry of asked) if (!again.has(entry)) first.delete(entry);
	}

	/** Runs a task under the lock, which keeps out other processes that run this node. */
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
			void clock.sleep(PAUSE_MS).then(leave, leave);
		}
	}
}

/** @param recorded entries that the lookup has added, to be removed */
async function refuse(row: WorkflowRow, recorded: string[]): Promise<never> {
	await row.remove(recorded);
	throw new Error(USED_BY_OTHERS);
}
