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

/** A retry asks for the marks of this slot of the wall clock and the one before, in ms. */
const SLOT_MS = 43_200_000;
/** For so long, in ms, an order waits for its mark: a lock that a crash has left holds it up for two minutes. */
const LONGEST_WAIT_MS = 3_000;

/** True if orders of the run may have left in an execution of which n8n keeps nothing; or why that is not known. */
type Begun = boolean | PanelFailure;

/**
 * The mark in the order store that a run has begun to order its items. n8n keeps nothing of an execution in
 * whose middle it ended: Retry starts it anew. An older n8n gives the job of a dead worker to another one.
 *
 * Items with an idempotency key leave no mark, because the store knows each of them. A Retry asks for them all
 * the same: a key may have been added before it.
 */
export class RunMark {
	/** For items without a key, and in a retry for those with one. */
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
	 * Records the mark before the first order of the run leaves. If it was there, each item has an unknown
	 * outcome, which the journal has from now on, so that a retry of this retry knows it.
	 *
	 * @returns a failure where a retry cannot find out
	 */
	async find(item: PreparedOrder): Promise<JournalEntry | PanelFailure | undefined> {
		const id = executionId(this.functions);
		const isKeyed = item.idempotencyKey !== undefined;
		if (id === undefined || executionMode(this.functions) === 'manual') return undefined;
		if (isKeyed && !this.isRetry) return undefined;
		const begun = await this.isBegun(id, isKeyed);
		if (typeof begun !== 'boolean') return begun;
		if (!begun || item.resendsUnknown) return undefined;
		this.limits.countEarlier(item);
		return this.journal.adopt(item, { isBegun: true });
	}

	/** Asks once for each of the two, one after the other: they must not take each other's marks for others'. */
	private async isBegun(id: string, isKeyed: boolean): Promise<Begun> {
		const ask = async () => await this.ask(id, isKeyed);
		const asked = this.asked.get(isKeyed) ?? this.lastAsked.then(ask);
		this.asked.set(isKeyed, asked);
		this.lastAsked = asked;
		return await asked;
	}

	private async ask(id: string, isKeyed: boolean): Promise<Begun> {
		let mustKnow = this.isRetry;
		try {
			const run = this.hashOfRun();
			const asked = this.journal.markOf(run);
			if (asked && (asked.isBegun || asked.askedBy === id)) return asked.isBegun;
			// A journal that was stored after the run had begun has its orders.
			mustKnow &&= asked === undefined;
			if (isKeyed && !mustKnow) return false;
			const { telling, left } = this.marksOf(id, run, mustKnow);
			const marking = this.store.mark([...new Set([...telling, ...left])], isKeyed ? [] : left);
			const found = await (mustKnow ? marking : withinTime(marking, LONGEST_WAIT_MS));
			const isBegun = telling.some((mark) => found?.has(mark));
			if (!isKeyed || isBegun) this.journal.recordMark(run, isBegun);
			return isBegun;
		} catch (error) {
			if (!mustKnow) return false;
			return failure('orderStoreUnavailable', { detail: messageOf(error) });
		}
	}

	/** The marks that tell whether the run had begun, and those that it leaves. */
	private marksOf(id: string, run: string, mustKnow: boolean) {
		const slot = Math.floor(systemClock.wallTime() / SLOT_MS);
		const ofExecution = (execution: string) =>
			`execution ${execution} ${this.journal.isTool ? run : this.place()}`;
		const ofRun = `run ${run} ${slot}`;
		const { begunBy = id } = this.journal;
		const earlier = begunBy === id ? [ofRun, `run ${run} ${slot - 1}`] : [ofExecution(begunBy)];
		const telling = [ofExecution(id), ...(mustKnow ? earlier : [])];
		return { telling, left: [ofExecution(id), ofRun] };
	}

	private place(): string {
		const { isTool, round } = this.journal;
		return JSON.stringify([this.functions.getNode().name, isTool ? '' : round, this.operation]);
	}

	private hashOfRun(): string {
		const items = this.functions.getInputData().map(({ json }) => json);
		return createHash('sha256')
			.update(JSON.stringify([this.place(), items]))
			.digest('base64url');
	}
}
