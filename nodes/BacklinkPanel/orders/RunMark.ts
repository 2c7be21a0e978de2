import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { withinTime } from '../api/withinTime';
import { failure, type PanelFailure } from '../errors/panelFailure';
import type { PreparedOrder } from '../operations/prepareItem';
import { executionId, executionMode } from '../api/optionalFunctions';
import type { SpendingLimits } from './limits/SpendingLimits';
import type { JournalEntry, OrderJournal } from './OrderJournal';
import type { OrderStore } from './store/OrderStore';
import { defaultOrderStoreEnvironment } from './store/storeEnvironment';

/** A retry asks for the marks of this slot of the wall clock and the one before, in ms. */
const SLOT_MS = 43_200_000;
/** For so long, in ms, an order waits for its mark: a lock that a crash has left holds it up for two minutes. */
const LONGEST_WAIT_MS = 3_000;

/** True if orders of the run may have left in an execution of which n8n keeps nothing; or why that is not known. */
type Begun = boolean | PanelFailure;

/**
 * The mark that a run has begun to order its items, kept in the order store. n8n keeps nothing of an
 * execution that it ended in the middle of: the Retry button starts it anew, from its trigger. Where it saves
 * the progress of executions, the Retry goes on with the run in which it ended. An older n8n gives the job of
 * a dead worker to another one, under the same execution ID.
 *
 * Items with an idempotency key leave no mark, because the store knows each of them. But a key may have been
 * added before the Retry, so such a Retry asks for them, too.
 */
export class RunMark {
	private begun: Promise<Begun> | undefined;
	private recorded: Promise<boolean> | undefined;
	private readonly isRetry: boolean;
	private readonly isRetryFromNothing: boolean;

	constructor(
		private readonly functions: IExecuteFunctions,
		private readonly operation: string,
		private readonly journal: OrderJournal,
		private readonly limits: SpendingLimits,
		private readonly store: Pick<OrderStore, 'mark'>,
	) {
		this.isRetry = executionMode(functions) === 'retry';
		this.isRetryFromNothing = this.isRetry && journal.isNew;
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
		const begun = await (this.begun ??= this.ask(id));
		if (typeof begun !== 'boolean') return begun;
		if (begun && !item.resendsUnknown) {
			this.limits.countEarlier(item);
			return this.journal.adopt(item, { isBegun: true });
		}
		if (!isKeyed && this.isRetryFromNothing) {
			await (this.recorded ??= this.record(id, this.hashOfRun()).catch(() => false));
		}
		return undefined;
	}

	/**
	 * Runs record as they ask, but for retries: their orders have keys, and their items may all have own ones.
	 * A retry has to find out, unless the journal has been stored since the run began.
	 */
	private async ask(id: string): Promise<Begun> {
		const run = this.hashOfRun();
		const hasToKnow = this.isRetryFromNothing || (this.isRetry && !this.journal.hasAsked(run));
		try {
			const isBegun =
				this.journal.isBegun(run) ??
				(hasToKnow ? await this.isMarked(id, run) : !this.isRetry && (await this.record(id, run)));
			this.journal.recordMark(run, isBegun);
			return isBegun;
		} catch (error) {
			if (!hasToKnow) return false;
			const detail = error instanceof Error ? error.message : String(error);
			return failure('orderStoreUnavailable', { detail });
		}
	}

	/** Where n8n saves the progress of an execution, it has kept its journal, as it was before the run. */
	private async isMarked(id: string, run: string): Promise<boolean> {
		const marks = this.isRetryFromNothing
			? this.marksOf(id, run, [0, 1])
			: this.marksOf(this.journal.begunBy ?? id, run, []);
		return (await this.store.mark(marks, false)).size > 0;
	}

	/** @returns true if the execution had recorded it: as the job of a worker that died */
	private async record(id: string, run: string): Promise<boolean> {
		const marks = this.marksOf(id, run, [0]);
		const known = await withinTime(this.store.mark(marks, true), LONGEST_WAIT_MS);
		return known?.has(marks[0] ?? '') ?? false;
	}

	/** The mark of the execution, and those of the run in slots before the present one. */
	private marksOf(id: string, run: string, slotsBefore: number[]): string[] {
		const slot = Math.floor(defaultOrderStoreEnvironment.wallClock() / SLOT_MS);
		const execution = `execution ${id} ${this.journal.isTool ? run : this.place()}`;
		return [execution, ...slotsBefore.map((before) => `run ${run} ${slot - before}`)];
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
