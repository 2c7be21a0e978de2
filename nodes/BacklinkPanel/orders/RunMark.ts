import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { systemClock, withinTime } from '../api/systemClock';
import { failure, type PanelFailure } from '../errors/panelFailure';
import { messageOf } from '../errors/serverText';
import type { PreparedOrder } from '../operations/prepareItem';
import { executionId, executionMode } from '../api/optionalFunctions';
import type { SpendingLimits } from './limits/SpendingLimits';
import type { OrderJournal } from './OrderJournal';
import type { JournalEntry } from './storedJournal';
import type { OrderStore } from './store/OrderStore';

/** Length of a mark's time slot in ms. A Retry looks for marks of two slots: the last 12 to 24 hours. */
const SLOT_MS = 43_200_000;
/** Longest wait for the order store in ms, unless a Retry needs its answer: a crash locks it for two minutes. */
const LONGEST_WAIT_MS = 3_000;

/** True if a lost execution has begun this run; a failure if a Retry cannot read the order store. */
type Begun = boolean | PanelFailure;

/**
 * Records in the order store that a run begins to order, because n8n keeps no data of an execution that
 * crashed. A Retry then repeats all items. In n8n 1.x, another worker repeats a dead worker's job.
 *
 * An item with an idempotency key leaves no mark, because the order store has its key. A Retry looks for a
 * mark even then: the user may have set the key only after the crash.
 */
export class RunMark {
	/** Answers to “did a crashed execution begin this run?”: one for items with a key, one for the others. */
	private readonly asked = new Map<boolean, Promise<Begun>>();
	private lastAsked: Promise<unknown> = Promise.resolve();
	private readonly isRetry: boolean;

	constructor(
		private readonly functions: IExecuteFunctions,
		private readonly operation: string,
		private readonly journal: OrderJournal,
		private readonly limits: SpendingLimits,
		private readonly store: Pick<OrderStore, 'mark'>,
	) {
		this.isRetry = executionMode(functions) === 'retry';
	}

	/**
	 * Records, before the run's first order leaves, that the run begins. If a lost execution has begun the same
	 * run, the item counts as an unknown order, also in later retries.
	 *
	 * @returns the unknown order; a failure if a retry cannot read the store
	 */
	async find(item: PreparedOrder): Promise<JournalEntry | PanelFailure | undefined> {
		const id = executionId(this.functions);
		const isKeyed = item.idempotencyKey !== undefined;
		if (id === undefined || executionMode(this.functions) === 'manual') return undefined;
		if (isKeyed && !this.isRetry) return undefined;
		const begun = await this.isBegun(id, item);
		if (typeof begun !== 'boolean') return begun;
		if (!begun || item.resendsUnknown) return undefined;
		this.limits.countEarlier(item);
		return this.journal.adopt(item, { isBegun: true });
	}

	/** Asks once for items with a key and once for the others, one after the other: each would find the other's marks. */
	private async isBegun(id: string, item: PreparedOrder): Promise<Begun> {
		const isKeyed = item.idempotencyKey !== undefined;
		const ask = async () => await this.ask(id, item, isKeyed);
		const asked = this.asked.get(isKeyed) ?? this.lastAsked.then(ask);
		this.asked.set(isKeyed, asked);
		this.lastAsked = asked;
		return await asked;
	}

	private async ask(id: string, item: PreparedOrder, isKeyed: boolean): Promise<Begun> {
		let mustKnow = this.isRetry;
		try {
			const run = this.hashOfRun(item);
			const asked = this.journal.markOf(run);
			if (asked && (asked.isBegun || asked.askedBy === id)) return asked.isBegun;
			// If the journal has an answer, n8n stored it after the run had begun, with the orders of the run.
			mustKnow &&= asked === undefined;
			if (isKeyed && !mustKnow) return false;
			const { telling, left } = this.marksOf(id, run, mustKnow);
			const marking = this.store.mark([...new Set([...telling, ...left])], isKeyed ? [] : left);
			const found = await (mustKnow ? marking : withinTime(marking, LONGEST_WAIT_MS));
			const isBegun = telling.some((mark) => found?.has(mark));
			if (!isKeyed || isBegun) this.journal.rememberMark(run, isBegun);
			return isBegun;
		} catch (error) {
			if (!mustKnow) return false;
			return failure('orderStoreUnavailable', { detail: messageOf(error) });
		}
	}

	/** Lists the marks that show an earlier start of the run (`telling`), and those that this run leaves (`left`). */
	private marksOf(id: string, run: string, mustKnow: boolean) {
		const slot = Math.floor(systemClock.wallTime() / SLOT_MS);
		const executionMark = (execution: string) =>
			`execution ${execution} ${this.journal.isTool ? run : this.place()}`;
		const runMark = `run ${run} ${slot}`;
		const { begunBy = id, isFromNothing } = this.journal;
		const earlier = isFromNothing ? [runMark, `run ${run} ${slot - 1}`] : [executionMark(begunBy)];
		const telling = [executionMark(id), ...(mustKnow ? earlier : [])];
		return { telling, left: [executionMark(id), runMark] };
	}

	private place(): string {
		const { isTool, round } = this.journal;
		return JSON.stringify([this.functions.getNode().name, isTool ? '' : round, this.operation]);
	}

	/** Hashes the items, or the request of a tool: equal items of an agent's calls may be different orders. */
	private hashOfRun({ fingerprint }: PreparedOrder): string {
		const items = this.functions.getInputData().map(({ json }) => json);
		return createHash('sha256')
			.update(
				JSON.stringify([this.place(), this.journal.isTool ? fingerprint : items]).normalize('NFC'),
			)
			.digest('base64url');
	}
}
