import type { IExecuteFunctions } from 'n8n-workflow';

import type { PreparedOrder } from '../operations/prepareItem';
import type { OrderJournal } from './OrderJournal';
import type { JournalEntry } from './storedJournal';
import { executionId } from '../api/optionalFunctions';

interface RecentOrder {
	entry: JournalEntry;
	/** ID of the manual execution that sent the order, or whose Retry did. */
	origin: string | undefined;
	/** Time in ms at which the order ended; Infinity while it is under way. */
	since: number;
	/** IDs of the executions in which an item got this order as its result. */
	answeredIn: Set<string | undefined>;
}

/** Time in ms for which an order of a manual execution, or of its Retry, is not repeated. */
const EDITORS_HOUR_MS = 3_600_000;

/** Recent orders of manual executions, by workflow, node and request. */
const ordersOfProcess = new Map<string, RecentOrder[]>();

/**
 * Orders of one node in manual executions of this process, and in Retries of these. A later execution uses
 * each order as the result of one item, because equal items are several orders. Items with an Idempotency
 * Key are looked up only in the order store.
 */
export class RecentOrders {
	/** ID of the manual execution that began the journal: this one, or the retried one; undefined if there is none. */
	private readonly origin: string | undefined;
	private readonly executionId: string | undefined;
	private readonly scope: string;

	constructor(
		functions: IExecuteFunctions,
		private readonly journal: OrderJournal,
		private readonly now: () => number = () => performance.now(),
	) {
		this.origin = journal.isManual ? journal.begunBy : undefined;
		this.executionId = executionId(functions);
		forgetOldOrders(now());
		this.scope = JSON.stringify([functions.getWorkflow().id ?? '', functions.getNode().name]);
	}

	/**
	 * Names the lock under which equal calls of an agent, or equal items in the editor, wait for each other: the
	 * later ones find the order of the first. In the editor, items with a key wait for their key.
	 */
	lockOf(item: PreparedOrder): string | undefined {
		if (this.journal.isTool) return `${this.journal.scope} ${item.fingerprint}`;
		const isManual = this.origin !== undefined && this.origin === this.executionId;
		return isManual && item.idempotencyKey === undefined ? this.nameOf(item) : undefined;
	}

	/** Finds an earlier order for an item, and enters the earlier order into the order journal. */
	find(item: PreparedOrder): JournalEntry | undefined {
		if (this.origin === undefined || item.idempotencyKey !== undefined) return undefined;
		const others = this.ordersOf(item).filter(
			({ entry, origin, answeredIn }) =>
				entry.state !== 'notCharged' &&
				origin !== this.origin &&
				!answeredIn.has(this.executionId) &&
				!answeredIn.has(this.origin),
		);
		const paid = others.find(({ entry }) => entry.state === 'paid');
		const found = paid ?? (item.resendsUnknown ? undefined : others[0]);
		if (!found) return undefined;
		found.answeredIn.add(this.executionId);
		const { state, answer, executionId } = found.entry;
		return this.journal.adopt(item, { state, answer, executionId, isRecent: true });
	}

	/** Remembers an order that is about to be sent. @returns a function to call when the order has ended */
	begin(item: PreparedOrder, entry: JournalEntry): () => void {
		if (this.origin === undefined) return () => {};
		const order: RecentOrder = {
			entry,
			origin: this.origin,
			since: Number.POSITIVE_INFINITY,
			answeredIn: new Set(),
		};
		ordersOfProcess.set(this.nameOf(item), [...this.ordersOf(item), order]);
		return () => {
			order.since = this.now();
		};
	}

	private ordersOf(item: PreparedOrder): RecentOrder[] {
		const orders = ordersOfProcess.get(this.nameOf(item)) ?? [];
		return orders.filter(({ since }) => this.now() - since <= EDITORS_HOUR_MS);
	}

	private nameOf({ fingerprint }: PreparedOrder): string {
		return `${this.scope} ${fingerprint}`;
	}
}

function forgetOldOrders(now: number): void {
	for (const [name, orders] of ordersOfProcess) {
		const isOld = orders.every(({ since }) => now - since > EDITORS_HOUR_MS);
		if (isOld) ordersOfProcess.delete(name);
	}
}
