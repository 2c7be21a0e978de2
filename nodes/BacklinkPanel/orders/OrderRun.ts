import type { IExecuteFunctions } from 'n8n-workflow';

import { accountOf } from '../api/Account';
import { readBalance } from '../api/credits';
import type { OnTryEnd, PanelClient } from '../api/panelClient';
import { otherAccountCheck, type PanelAccess } from '../api/parseCredential';
import type { PanelFailure } from '../errors/panelFailure';
import { operationName, type PaidOperation } from '../operations/Operation';
import { type PreparedOrder, prepareOrder } from '../operations/prepareItem';
import { accountCreditsOf } from './limits/AccountCredits';
import { SpendingLimits } from './limits/SpendingLimits';
import { deduplicationHelpers } from '../api/optionalFunctions';
import { OrderJournal } from './OrderJournal';
import { OrderKeys } from './orderKeys';
import { RecentOrders } from './RecentOrders';
import { RunMark } from './RunMark';
import { OrderClaims } from './store/OrderClaims';
import { MOST_KEYS_PER_CLAIM, OrderStore } from './store/OrderStore';

/** What the orders of one run of the node have in common. */
export interface OrderRun {
	operation: PaidOperation;
	client: PanelClient;
	/** Prepares the next item of the input: called once for each, in their order. */
	takeItem: (itemIndex: number) => PreparedOrder | PanelFailure;
	journal: OrderJournal;
	/** What earlier manual executions in the editor have ordered. */
	recentOrders: RecentOrders;
	/** What an execution has begun of which n8n keeps nothing. */
	mark: RunMark;
	/** What other executions know, by key. */
	keys: OrderKeys;
	claims: OrderClaims;
	limits: SpendingLimits;
	/** Called each time an order leaves, with how long its answer may take, in ms. */
	onSend: (timeoutMs: number) => OnTryEnd;
	/** Why none of the orders may be sent. */
	refusal: PanelFailure | undefined;
	/** Why one of them may not be sent. */
	otherAccount: ReturnType<typeof otherAccountCheck>;
}

export function beginOrderRun(
	functions: IExecuteFunctions,
	operation: PaidOperation,
	access: PanelAccess,
	client: PanelClient,
	itemCount: number,
	onSend: OrderRun['onSend'],
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

	/** Items that were looked at before their turn. */
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

	/** The orders whose turn is next, and that the store has to be asked for. */
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
		takeItem,
		journal,
		recentOrders: new RecentOrders(functions, journal),
		mark: new RunMark(functions, name, journal, limits, store),
		keys,
		claims: new OrderClaims(store, keys, nextOrders, workflowId, access.requestsPerMinute),
		limits,
		onSend,
		refusal: keys.refusal(itemCount),
		otherAccount: otherAccountCheck(functions, access),
	};
}
