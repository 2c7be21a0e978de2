import type { IExecuteFunctions } from 'n8n-workflow';

import type { PreparedOrder } from '../operations/prepareItem';
import type { OrderJournal } from './OrderJournal';
import type { JournalEntry } from './storedJournal';
import { executionId, executionMode } from '../api/optionalFunctions';

interface RecentOrder {
	entry: JournalEntry;
	/** When it was sent, in ms. */
	since: number;
	/** The execution that was answered with it last. */
	answeredIn?: string;
}

/** How long a manual execution is not ordered again, in ms. */
const EDITORS_HOUR_MS = 3_600_000;

/** By workflow, node and request. */
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
		forgetOldOrders(now());
		this.scope = JSON.stringify([functions.getWorkflow().id ?? '', functions.getNode().name]);
	}

	/** The order of an earlier execution that answers the item; from now on the journal has it as well. */
	find(item: PreparedOrder): JournalEntry | undefined {
		const others = this.ordersOf(item).filter(
			({ entry: { executionId, state }, answeredIn }) =>
				state !== 'notCharged' && ![executionId, answeredIn].includes(this.executionId),
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
		const orders = [...this.ordersOf(item), { entry, since: this.now() }];
		ordersOfProcess.set(`${this.scope} ${item.fingerprint}`, orders);
	}

	private isMeant({ idempotencyKey }: PreparedOrder): boolean {
		return this.executionId !== undefined && idempotencyKey === undefined;
	}

	private ordersOf(item: PreparedOrder): RecentOrder[] {
		if (!this.isMeant(item)) return [];
		const orders = ordersOfProcess.get(`${this.scope} ${item.fingerprint}`) ?? [];
		return orders.filter(({ since }) => this.now() - since <= EDITORS_HOUR_MS);
	}
}

function forgetOldOrders(now: number): void {
	for (const [name, orders] of ordersOfProcess) {
		const isOld = orders.every(({ since }) => now - since > EDITORS_HOUR_MS);
		if (isOld) ordersOfProcess.delete(name);
	}
}
