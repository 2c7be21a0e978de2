import type { IExecuteFunctions } from 'n8n-workflow';

import { readBalance } from '../api/credits';
import type { OnTryEnd, PanelClient } from '../api/panelClient';
import { accountIdentity, otherAccountCheck, type PanelAccess } from '../api/parseCredential';
import type { PanelFailure } from '../errors/panelFailure';
import { operationName, type PaidOperation } from '../operations/Operation';
import { PreparedItems, type PreparedOrder, prepareOrder } from '../operations/prepareItem';
import { accountCreditsOf } from './limits/AccountCredits';
import { SpendingLimits } from './limits/SpendingLimits';
import { deduplicationHelpers } from '../api/optionalFunctions';
import { OrderJournal } from './OrderJournal';
import { OrderKeys } from './orderKeys';
import { RecentOrders } from './RecentOrders';
import { RunMark } from './RunMark';
import { OrderClaims } from './store/OrderClaims';
import { OrderStore } from './store/OrderStore';

/** What the orders of one run of the node have in common. */
export interface OrderRun {
	operation: PaidOperation;
	client: PanelClient;
	items: PreparedItems<PreparedOrder | PanelFailure>;
	/** What this execution knows. */
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

/** `itemCount`: how many items come in. */
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
	const items = new PreparedItems(itemCount, (index) =>
		keys.check(prepareOrder(functions, operation, index)),
	);
	const workflowId = functions.getWorkflow().id ?? '';
	const store = new OrderStore(deduplicationHelpers(functions), workflowId);
	const account = accountCreditsOf(accountIdentity(access));
	const limits = new SpendingLimits(
		account,
		journal,
		async (options) => await readBalance(client, options),
	);

	/** The orders whose turn is next, and that the store has to be asked for. */
	function* nextOrders(): Iterable<PreparedOrder> {
		for (const item of items.next) {
			if (item.kind === 'failure' || item.isDryRun || keys.isRepeated(item)) continue;
			if (!journal.find(item.itemIndex, item)) yield item;
		}
	}

	return {
		operation,
		client,
		items,
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
