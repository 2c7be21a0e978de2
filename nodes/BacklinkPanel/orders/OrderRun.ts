import type { IExecuteFunctions } from 'n8n-workflow';

import { accountOf } from '../api/Account';
import { readBalance } from '../api/credits';
import type { OnAttemptEnd, PanelClient } from '../api/panelClient';
import { otherAccountCheck, type PanelAccess } from '../api/parseCredential';
import type { PanelFailure } from '../errors/panelFailure';
import { operationName, type PaidOperation } from '../operations/Operation';
import { isDryRun, type PreparedOrder, prepareOrder } from '../operations/prepareItem';
import { accountCreditsOf } from './limits/AccountCredits';
import { SpendingLimits } from './limits/SpendingLimits';
import { deduplicationHelpers } from '../api/optionalFunctions';
import { OrderJournal } from './OrderJournal';
import { OrderKeys } from './orderKeys';
import { RecentOrders } from './RecentOrders';
import { RunMark } from './RunMark';
import { OrderClaims } from './store/OrderClaims';
import { MOST_KEYS_PER_CLAIM, OrderStore } from './store/OrderStore';

export interface OrderRun {
	operation: PaidOperation;
	client: PanelClient;
	/** Prepares an item in advance. Callers go by ascending index, because a key belongs to its first item. */
	prepared: (itemIndex: number) => PreparedOrder | PanelFailure;
	/** Prepares the next input item. Callers take each item once, by ascending index. */
	takeItem: (itemIndex: number) => PreparedOrder | PanelFailure;
	isDryRun: (itemIndex: number) => boolean;
	journal: OrderJournal;
	recentOrders: RecentOrders;
	/** Tells if an execution that n8n lost in a crash has begun this run. */
	mark: RunMark;
	keys: OrderKeys;
	claims: OrderClaims;
	limits: SpendingLimits;
	/** Runs each time an order is sent. The answer may take up to `timeoutMs`. */
	onSend: (timeoutMs: number) => OnAttemptEnd;
	isServiceDown: () => boolean;
	/** Reason to send none of the orders, if there is one. */
	refusal: PanelFailure | undefined;
	/** Refuses an item whose account differs from the first item's. */
	otherAccount: ReturnType<typeof otherAccountCheck>;
}

/** Sets up the state for the orders of a run, without sending anything. */
export function beginOrderRun(
	functions: IExecuteFunctions,
	operation: PaidOperation,
	access: PanelAccess,
	client: PanelClient,
	itemCount: number,
	sending: Pick<OrderRun, 'onSend' | 'isServiceDown'>,
): OrderRun {
	const name = operationName(operation);
	const journal = new OrderJournal(functions, name);
	const keys = new OrderKeys(functions, name, journal);
	const workflowId = functions.getWorkflow().id ?? '';
	const store = new OrderStore(deduplicationHelpers(functions), workflowId);
	const credits = accountCreditsOf(accountOf(access));
	const limits = new SpendingLimits(
		credits,
		journal,
		async (options) => await readBalance(client, options),
	);

	/** Items that were prepared before the run reaches them, by index. */
	const ready = new Map<number, PreparedOrder | PanelFailure>();
	let nextIndex = 0;

	function prepared(index: number): PreparedOrder | PanelFailure {
		const item = ready.get(index) ?? keys.check(prepareOrder(functions, operation, index));
		ready.set(index, item);
		return item;
	}

	function takeItem(index: number): PreparedOrder | PanelFailure {
		const item = prepared(index);
		ready.delete(index);
		nextIndex = index + 1;
		return item;
	}

	/** Yields the run's next unsent orders, to claim their keys in advance. */
	function* nextOrders(): Iterable<PreparedOrder> {
		const end = Math.min(itemCount, nextIndex + MOST_KEYS_PER_CLAIM);
		for (let index = nextIndex; index < end; index += 1) {
			const item = prepared(index);
			if (item.kind === 'failure' || item.isDryRun || keys.isRepeated(item)) continue;
			if (!journal.find(index, item)) yield item;
		}
	}

	return {
		operation,
		client,
		prepared,
		takeItem,
		isDryRun: (index) => isDryRun(functions, index),
		journal,
		recentOrders: new RecentOrders(functions, journal),
		mark: new RunMark(functions, name, journal, limits, store),
		keys,
		claims: new OrderClaims(store, keys, nextOrders, workflowId, access.requestsPerMinute),
		limits,
		...sending,
		refusal: keys.refusal(itemCount),
		otherAccount: otherAccountCheck(functions, access),
	};
}
