import type { IExecuteFunctions } from 'n8n-workflow';

import { accountIdentity, type PanelAccess } from '../api/parseCredential';
import type { OnTryEnd, PanelClient, SendOptions } from '../api/panelClient';
import type { PanelFailure } from '../errors/panelFailure';
import { BatchParameters } from '../parameters/BatchParameters';
import { operationName, type PaidOperation } from '../operations/Operation';
import { PreparedItems, type PreparedOrder, prepareOrder } from '../operations/prepareItem';
import { ExecutionMemory } from './ExecutionMemory';
import { deduplicationHelpers, isTool, jsonOfItem, ownExecuteData } from './optionalFunctions';
import { BatchIdempotencyKeys, OrderKeys, tooManyKeysFailure } from './orderKeys';
import { RunLedger } from './RunLedger';
import { accountCreditsOf } from './spending/AccountCredits';
import { DryRun } from './spending/DryRun';
import { SpendingLimits } from './spending/SpendingLimits';
import { readBalance } from './spending/TrackedBalance';
import { type KeyedOrder, OrderClaims } from './store/OrderClaims';
import { OrderStore } from './store/OrderStore';

/** What the orders of one run of the node have in common. */
export interface OrderRun {
	operation: PaidOperation;
	client: PanelClient;
	items: PreparedItems<PreparedOrder | PanelFailure>;
	ledger: RunLedger;
	memory: ExecutionMemory;
	spending: SpendingLimits;
	dryRun: DryRun;
	keys: OrderKeys;
	batchKeys: BatchIdempotencyKeys;
	claims: OrderClaims;
	/** Called each time an order leaves, with how long its answer may take, in ms. */
	onSend: (timeoutMs: number) => OnTryEnd;
	isTool: boolean;
	/** '' = the workflow was never saved. */
	workflowId: string;
	/** Why none of the orders may be sent. */
	refusal: PanelFailure | undefined;
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
	const memory = new ExecutionMemory(functions);
	const ledger = new RunLedger(name, ownExecuteData(functions));
	const keys = new OrderKeys(functions, name, memory);
	const batchKeys = new BatchIdempotencyKeys();
	const parameters = new BatchParameters(functions, jsonOfItem(functions));
	const items = new PreparedItems(itemCount, (index) =>
		batchKeys.check(prepareOrder(parameters, operation, index)),
	);
	const account = accountCreditsOf(accountIdentity(access));
	const balance = async (limits: SendOptions) => await readBalance(client, limits);
	const workflowId = functions.getWorkflow().id ?? '';
	const store = new OrderStore(deduplicationHelpers(functions), workflowId);

	function* nextOrders(): Iterable<KeyedOrder> {
		for (const item of items.next) {
			if (item.kind === 'failure' || item.isDryRun || !batchKeys.isFirst(item)) continue;
			const keyed = ledger.find(item.itemIndex) ? undefined : keys.keyed(item);
			if (keyed) yield keyed;
		}
	}

	return {
		operation,
		client,
		items,
		ledger,
		memory,
		spending: new SpendingLimits(account, memory.spent, balance),
		dryRun: new DryRun(account, memory.spent, balance, memory.creditsOfDryRuns),
		keys,
		batchKeys,
		claims: new OrderClaims(store, workflowId, nextOrders, access.requestsPerMinute),
		onSend,
		isTool: isTool(functions),
		workflowId,
		refusal: tooManyKeysFailure(functions, memory, ledger, itemCount, keys.isRetry),
	};
}
