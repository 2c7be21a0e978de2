import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { withinTime } from '../api/withinTime';
import { failure, type PanelFailure } from '../errors/panelFailure';
import type { PreparedOrder } from '../operations/prepareItem';
import { executionId, executionMode, runIndex } from '../api/optionalFunctions';
import type { SpendingLimits } from './limits/SpendingLimits';
import type { JournalEntry, OrderJournal } from './OrderJournal';
import type { OrderStore } from './store/OrderStore';

/** A retry asks for the marks of this slot of the wall clock and the one before, in ms. */
const SLOT_MS = 43_200_000;
/** For so long, in ms, an order waits for its mark: a lock that a crash has left holds it up for two minutes. */
const LONGEST_WAIT_MS = 3_000;

/** True if orders of the run may have left in an execution of which n8n keeps nothing; or why that is not known. */
type Begun = boolean | PanelFailure;

/**
 * The mark that a run has begun to order its items, kept in the order store. n8n keeps nothing of an
 * execution that it ended in the middle of: the Retry button starts it anew, from its trigger. An older n8n
 * gives the job of a dead worker to another one, under the same execution ID.
 *
 * Items with an idempotency key need no mark, because the store knows each of them.
 */
export class RunMark {
	private begun: Promise<Begun> | undefined;
	private readonly isRetryFromNothing: boolean;

	constructor(
		private readonly functions: IExecuteFunctions,
		private readonly operation: string,
		private readonly journal: OrderJournal,
		private readonly limits: SpendingLimits,
		private readonly store: Pick<OrderStore, 'mark'>,
		private readonly wallClock: () => number = () => Date.now(),
	) {
		this.isRetryFromNothing = executionMode(functions) === 'retry' && journal.isNew;
	}

	/**
	 * Records the mark before the first order of the run leaves. If it was there, each item has an unknown
	 * outcome, which the journal has from now on, so that a retry of this retry knows it.
	 *
	 * @returns a failure where a retry cannot find out
	 */
	async find(item: PreparedOrder): Promise<JournalEntry | PanelFailure | undefined> {
		const id = executionId(this.functions);
		const isManual = executionMode(this.functions) === 'manual';
		if (id === undefined || isManual || item.idempotencyKey !== undefined) return undefined;
		const begun = await (this.begun ??= this.record(id));
		if (typeof begun !== 'boolean') return begun;
		if (!begun || item.resendsUnknown) return undefined;
		this.limits.countEarlier(item);
		return this.journal.adopt(item, { isBegun: true });
	}

	private async record(id: string): Promise<Begun> {
		try {
			const run = this.hashOfRun();
			if (this.journal.recordMark(`${id} ${run}`)) return false;
			const slot = Math.floor(this.wallClock() / SLOT_MS);
			const execution = `execution ${id} ${this.journal.isTool ? run : this.place()}`;
			const marks = [`run ${run} ${slot}`, execution];
			if (this.isRetryFromNothing) {
				return (await this.store.mark([...marks, `run ${run} ${slot - 1}`])).size > 0;
			}
			const known = await withinTime(this.store.mark(marks), LONGEST_WAIT_MS);
			return known?.has(execution) ?? false;
		} catch (error) {
			if (!this.isRetryFromNothing) return false;
			const detail = error instanceof Error ? error.message : String(error);
			return failure('orderStoreUnavailable', { detail });
		}
	}

	private place(): string {
		const round = this.journal.isTool ? '' : runIndex(this.functions);
		return JSON.stringify([this.functions.getNode().name, round, this.operation]);
	}

	private hashOfRun(): string {
		const items = this.functions.getInputData().map(({ json }) => json);
		return createHash('sha256')
			.update(JSON.stringify([this.place(), items]))
			.digest('base64url');
	}
}
