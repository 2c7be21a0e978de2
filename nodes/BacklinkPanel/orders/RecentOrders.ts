import type { IExecuteFunctions } from 'n8n-workflow';

import type { PreparedOrder } from '../operations/prepareItem';
import type { OrderJournal } from './OrderJournal';
import type { JournalEntry } from './storedJournal';
import { executionId, executionMode } from '../api/optionalFunctions';
import type { OrderOutcomeKind } from './orderOutcome';

interface RecentOrder {
	entry: JournalEntry;
	/** When it was sent, in ms. */
	since: number;
	/** The execution that was answered with it last. */
	answeredIn?: string;
}

/** How long a manual execution is not ordered again, in ms. */
const EDITORS_HOUR_MS = 3_600_000;

/** By workflow, node and request; the oldest first. */
const ordersOfProcess = new Map<string, RecentOrder[]>();

/**
 * The orders of manual executions of one node: people execute a step again and again, and so does n8n when a
 * later node is executed. Each earlier order answers one item of an execution: two equal rows are two orders,
 * and two answers. An item with an idempotency key is left to the order store.
 */
export class RecentOrders {
	private readonly executionId: string | undefined;
	private readonly scope: string;

	/** @param now a clock that cannot be set, in ms */
	constructor(
		functions: IExecuteFunctions,
		private readonly journal: OrderJournal,
		private readonly now: () => number = () => performance.now(),
	) {
		const isManual = executionMode(functions) === 'manual';
		this.executionId = isManual ? executionId(functions) : undefined;
		this.scope = JSON.stringify([functions.getWorkflow().id ?? '', functions.getNode().name]);
	}

	/** The order of an earlier execution that answers the item; from now on the journal has it as well. */
	find(item: PreparedOrder): JournalEntry | undefined {
		const others = this.ordersOf(item).filter(
			({ entry, answeredIn }) =>
				entry.executionId !== this.executionId && answeredIn !== this.executionId,
		);
		const paid = others.find(({ entry }) => entry.state === 'paid');
		const found = paid ?? (item.resendsUnknown ? undefined : others[0]);
		if (!found) return undefined;
		found.answeredIn = this.executionId;
		const { state, answer, executionId } = found.entry;
		return this.journal.adopt(item, { state, answer, executionId, isRecent: true });
	}

	/** Remembers an order that is about to be sent. */
	begin(item: PreparedOrder, entry: JournalEntry): void {
		if (!this.isMeant(item)) return;
		ordersOfProcess.set(this.nameOf(item), [...this.ordersOf(item), { entry, since: this.now() }]);
	}

	end(item: PreparedOrder, entry: JournalEntry, outcome: OrderOutcomeKind): void {
		if (!this.isMeant(item) || outcome !== 'notCharged') return;
		const others = this.ordersOf(item).filter((order) => order.entry !== entry);
		ordersOfProcess.set(this.nameOf(item), others);
	}

	private isMeant({ idempotencyKey }: PreparedOrder): boolean {
		return this.executionId !== undefined && idempotencyKey === undefined;
	}

	private nameOf({ fingerprint }: PreparedOrder): string {
		return `${this.scope} ${fingerprint}`;
	}

	private ordersOf(item: PreparedOrder): RecentOrder[] {
		if (!this.isMeant(item)) return [];
		forgetOldOrders(this.now());
		return ordersOfProcess.get(this.nameOf(item)) ?? [];
	}
}

/** Names were added in the order of their first order, so the oldest are at the beginning. */
function forgetOldOrders(now: number): void {
	for (const [name, orders] of ordersOfProcess) {
		const recent = orders.filter(({ since }) => now - since <= EDITORS_HOUR_MS);
		if (recent.length === orders.length) break;
		ordersOfProcess.delete(name);
		if (recent.length > 0) ordersOfProcess.set(name, recent);
	}
}
